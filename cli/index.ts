import { Command } from 'commander'
import project from '../package.json' with { type: 'json' }
import type { AccountActions } from './flags/accounts.ts'
import { addAccounts } from './flags/accounts.ts'
import type { AnalystActions } from './flags/analyst.ts'
import { addAnalyst } from './flags/analyst.ts'
import type { Finish } from './flags/common.ts'
import type { CountingActions } from './flags/counting.ts'
import { addCounting } from './flags/counting.ts'
import type { CreditActions } from './flags/credits.ts'
import { addCredits } from './flags/credits.ts'
import type { KeyActions } from './flags/keys.ts'
import { addKeys } from './flags/keys.ts'
import type { PlanActions } from './flags/plans.ts'
import { addPlans } from './flags/plans.ts'
import type { RankingActions } from './flags/rankings.ts'
import { addRankings } from './flags/rankings.ts'
import type { ReportActions } from './flags/reports.ts'
import { addReports } from './flags/reports.ts'
import type { ServiceActions } from './flags/services.ts'
import { addDemo, addServices } from './flags/services.ts'
import type { ToolActions } from './flags/tools.ts'
import { addTools } from './flags/tools.ts'
import type { UpkeepActions } from './flags/upkeep.ts'
import { addUpkeep } from './flags/upkeep.ts'
import { overview } from './help.ts'

/** What the commands do; each resolves with the exit code. Passed in, so that flags are tested without effects. */
export interface Actions
  extends AccountActions,
    AnalystActions,
    CountingActions,
    CreditActions,
    KeyActions,
    PlanActions,
    RankingActions,
    ReportActions,
    ServiceActions,
    ToolActions,
    UpkeepActions {}

/** The command line: flags alone. `finish` gets the exit code of the action that ran. */
export function createProgram(actions: Actions, finish: Finish): Command {
  const program = new Command('svc')
    .description('svc: does AI name a product? n of m, with every answer behind every count.')
    .version(project.version)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .showSuggestionAfterError()
    .helpCommand(false)

  program.commandsGroup('begin')
  addDemo(program, actions, finish)
  addUpkeep(program, actions, finish)
  program.commandsGroup('analyst')
  addReports(program, actions, finish)
  addAnalyst(program, actions, finish)
  program.commandsGroup('operator')
  addRankings(program, actions, finish)
  addCounting(program, actions, finish)
  addServices(program, actions, finish)
  program.commandsGroup('accounts')
  addAccounts(program, actions, finish)
  addKeys(program, actions, finish)
  addCredits(program, actions, finish)
  addPlans(program, actions, finish)
  program.commandsGroup('agents')
  addTools(program, actions, finish)
  // Last, so that the commands keep commander's own form.
  return program.configureHelp({ formatHelp: () => overview(program) })
}
