import type { Command } from 'commander'
import { Option } from 'commander'
import type { CommonFlags, Finish } from './common.ts'
import { common, example } from './common.ts'
import { aMonth, aSlug, aText } from './values.ts'

export interface AuditFlags extends CommonFlags {
  readonly month?: string
}

export interface RecountFlags extends CommonFlags {
  readonly month?: string
  readonly dryRun?: boolean
}

export interface CountingActions {
  audit(slugs: readonly string[], flags: AuditFlags): Promise<number>
  answersRecount(slugs: readonly string[], flags: RecountFlags): Promise<number>
  questionsRewrite(category: string, flags: CommonFlags): Promise<number>
  brandsList(category: string, flags: CommonFlags): Promise<number>
  brandsDoubts(category: string, flags: CommonFlags): Promise<number>
  brandsMerge(category: string, names: readonly [from: string, into: string], flags: CommonFlags): Promise<number>
  brandsSplit(category: string, name: string, flags: CommonFlags): Promise<number>
  brandsAlias(category: string, names: readonly [brand: string, alias: string], flags: CommonFlags): Promise<number>
  brandsIgnore(category: string, name: string, flags: CommonFlags): Promise<number>
}

const SLUGS = 'categories, or reports; left out, all of them'
/** What counting takes for a name. */
const name = aText(80)

export function addCounting(program: Command, actions: CountingActions, finish: Finish): void {
  common(program.command('audit'))
    .summary('derives every published number again from the replies')
    .description('derives every published number again from the stored replies and names each difference')
    .argument('[slug...]', SLUGS)
    .addOption(new Option('--month <YYYY-MM>', 'only the rankings of this month').argParser(aMonth))
    .addHelpText('after', example('./svc audit crm-software --month 2026-11'))
    .action(async (slugs: string[], flags: AuditFlags) => finish(await actions.audit(slugs, flags)))

  const answers = program
    .command('answers')
    .summary("what today's counting rules change")
    .description('the stored answers')
    .addHelpText('after', example('./svc answers recount --dry-run'))
  common(answers.command('recount'))
    .description("what today's counting rules and rulings change, as a new frozen version that says so")
    .argument('[slug...]', SLUGS)
    .addOption(new Option('--month <YYYY-MM>', 'only the rankings of this month').argParser(aMonth))
    .option('--dry-run', 'say what would change, and change nothing')
    .addHelpText('after', example('./svc answers recount --dry-run --month 2026-11'))
    .action(async (slugs: string[], flags: RecountFlags) => finish(await actions.answersRecount(slugs, flags)))

  const questions = program
    .command('questions')
    .summary("rewrite: a category's questions by a scribe")
    .description("a category's kept questions")
    .addHelpText('after', example('./svc questions rewrite crm-software'))
  common(questions.command('rewrite'))
    .description('has a scribe write new ones, from the next month on; its page says that they changed')
    .argument('<category>', 'its slug', aSlug)
    .addHelpText('after', example('./svc questions rewrite crm-software'))
    .action(async (category: string, flags: CommonFlags) => finish(await actions.questionsRewrite(category, flags)))

  const brands = program
    .command('brands')
    .summary('rulings on names')
    .description("a person's rulings on a category's names; every later count obeys them")
    .addHelpText('after', example('./svc brands list crm-software'))
  common(brands.command('list'))
    .description('the rulings on a category')
    .argument('<category>', 'its slug', aSlug)
    .addHelpText('after', example('./svc brands list crm-software'))
    .action(async (category: string, flags: CommonFlags) => finish(await actions.brandsList(category, flags)))
  common(brands.command('doubts'))
    .description('names that only one reader saw, each with its sentence, until a ruling settles them')
    .argument('<category>', 'its slug', aSlug)
    .addHelpText('after', example('./svc brands doubts crm-software'))
    .action(async (category: string, flags: CommonFlags) => finish(await actions.brandsDoubts(category, flags)))
  common(brands.command('merge'))
    .description('counts one brand as another')
    .argument('<category>', 'its slug', aSlug)
    .argument('<from>', 'the name that is no brand of its own', name)
    .argument('<into>', 'the brand that it counts as', name)
    .addHelpText('after', example('./svc brands merge crm-software "HubSpot CRM" HubSpot'))
    .action(async (category: string, from: string, into: string, flags: CommonFlags) =>
      finish(await actions.brandsMerge(category, [from, into], flags)),
    )
  common(brands.command('split'))
    .description('keeps a name as a brand of its own')
    .argument('<category>', 'its slug', aSlug)
    .argument('<name>', 'the name', name)
    .addHelpText('after', example('./svc brands split crm-software "Zoho Bigin"'))
    .action(async (category: string, split: string, flags: CommonFlags) =>
      finish(await actions.brandsSplit(category, split, flags)),
    )
  common(brands.command('alias'))
    .description('counts a further spelling as a brand')
    .argument('<category>', 'its slug', aSlug)
    .argument('<brand>', 'the brand', name)
    .argument('<spelling>', 'the spelling', name)
    .addHelpText('after', example('./svc brands alias crm-software "Microsoft Dynamics" "Dynamics 365"'))
    .action(async (category: string, brand: string, spelling: string, flags: CommonFlags) =>
      finish(await actions.brandsAlias(category, [brand, spelling], flags)),
    )
  common(brands.command('ignore'))
    .description('never counts a name')
    .argument('<category>', 'its slug', aSlug)
    .argument('<name>', 'the name', name)
    .addHelpText('after', example('./svc brands ignore crm-software Gmail'))
    .action(async (category: string, ignored: string, flags: CommonFlags) =>
      finish(await actions.brandsIgnore(category, ignored, flags)),
    )
}
