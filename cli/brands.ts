import type { Ruling } from '../pipeline/contract/terms.ts'
import type { Command, CommonFlags } from './command/command.ts'
import { parseSlug, textUpTo } from './command/values.ts'
import type { Terminal } from './terminal/output.ts'

const name = textUpTo(80)

/** `svc brands`. */
export function addBrands(program: Command): void {
  const brands = program
    .noun('brands', "a person's rulings on a category's names; every later count obeys them", 'list crm-software')
    .summary('rulings')
  const verb = (verb: string, description: string, names = '') =>
    brands.verb(verb, description, `crm-software${names}`).argument('<category>', 'its slug', parseSlug)
  verb('list', 'the rulings on a category').runs(async () => (await import('./brands/rulings.ts')).brandsList)
  verb('doubts', 'names that only one reader saw, with their sentences, until a ruling settles them').runs(
    async () => (await import('./brands/doubts.ts')).brandsDoubts,
  )
  verb('merge', 'counts one brand as another', ' "HubSpot CRM" HubSpot')
    .argument('<from>', "the name that isn't a separate brand", name)
    .argument('<into>', 'the brand it counts as', name)
    .runs(
      () => (terminal: Terminal, category: string, name: string, into: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'merge', name, into }, flags),
    )
  verb('split', 'keeps a name as a separate brand', ' "Zoho Bigin"')
    .argument('<name>', 'the name', name)
    .runs(
      () => (terminal: Terminal, category: string, name: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'split', name }, flags),
    )
  verb('alias', 'adds a spelling to a brand', ' "Microsoft Dynamics" "Dynamics 365"')
    .argument('<brand>', 'the brand', name)
    .argument('<spelling>', 'the spelling', name)
    .runs(
      () => (terminal: Terminal, category: string, name: string, spelling: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'alias', name, spelling }, flags),
    )
  verb('ignore', 'never counts a name', ' Gmail')
    .argument('<name>', 'the name', name)
    .runs(
      () => (terminal: Terminal, category: string, name: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'ignore', name }, flags),
    )
}

async function rule(terminal: Terminal, category: string, ruling: Ruling, flags: CommonFlags): Promise<number> {
  return (await import('./brands/rulings.ts')).makeBrandRuling(terminal, category, ruling, flags)
}
