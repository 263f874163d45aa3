import type { Command } from 'commander'
import type { Ruling } from '../pipeline/contract/terms.ts'
import type { CommonFlags, Run } from './command/command.ts'
import { addNoun, addVerb } from './command/command.ts'
import { aSlug, aText } from './command/values.ts'
import type { Terminal } from './terminal/output.ts'

/** What counting takes for a name. */
const name = aText(80)

/** `svc brands`. */
export function addBrands(program: Command, run: Run): void {
  const brands = addNoun(program, 'brands', {
    summary: 'rulings on names',
    description: "a person's rulings on a category's names; every later count obeys them",
    sample: './svc brands list crm-software',
  })
  const verb = (verb: string, description: string, names = '') =>
    addVerb(brands, verb, description, `./svc brands ${verb} crm-software${names}`).argument(
      '<category>',
      'its slug',
      aSlug,
    )
  verb('list', 'the rulings on a category').action(run(list))
  verb('doubts', 'names that only one reader saw, each with its sentence, until a ruling settles them').action(
    run(doubts),
  )
  verb('merge', 'counts one brand as another', ' "HubSpot CRM" HubSpot')
    .argument('<from>', 'the name that is no brand of its own', name)
    .argument('<into>', 'the brand that it counts as', name)
    .action(
      run((terminal, category: string, name: string, into: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'merge', name, into }, flags),
      ),
    )
  verb('split', 'keeps a name as a brand of its own', ' "Zoho Bigin"')
    .argument('<name>', 'the name', name)
    .action(
      run((terminal, category: string, name: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'split', name }, flags),
      ),
    )
  verb('alias', 'counts a further spelling as a brand', ' "Microsoft Dynamics" "Dynamics 365"')
    .argument('<brand>', 'the brand', name)
    .argument('<spelling>', 'the spelling', name)
    .action(
      run((terminal, category: string, name: string, spelling: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'alias', name, spelling }, flags),
      ),
    )
  verb('ignore', 'never counts a name', ' Gmail')
    .argument('<name>', 'the name', name)
    .action(
      run((terminal, category: string, name: string, flags: CommonFlags) =>
        rule(terminal, category, { kind: 'ignore', name }, flags),
      ),
    )
}

async function list(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  return (await import('./brands/rulings.ts')).brandsList(terminal, category, flags)
}

async function doubts(terminal: Terminal, category: string, flags: CommonFlags): Promise<number> {
  return (await import('./brands/doubts.ts')).brandsDoubts(terminal, category, flags)
}

async function rule(terminal: Terminal, category: string, ruling: Ruling, flags: CommonFlags): Promise<number> {
  return (await import('./brands/rulings.ts')).makeBrandRuling(terminal, category, ruling, flags)
}
