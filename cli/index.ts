import { Command } from 'commander'
import project from '../package.json' with { type: 'json' }
import { addAccounts } from './accounts/accounts.ts'
import { addCredits } from './accounts/credits.ts'
import { addKeys } from './accounts/keys.ts'
import { addPlans } from './accounts/plans.ts'
import { addAnswers } from './answers.ts'
import { addAudit } from './audit.ts'
import { addBrands } from './brands.ts'
import type { Run } from './command/command.ts'
import { example, later } from './command/command.ts'
import { overview } from './command/help.ts'
import { addCompletion } from './completion.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export/export.ts'
import { addMentions } from './mentions.ts'
import { addPlan } from './plan.ts'
import { addPrompts } from './prompts.ts'
import { addQuestions } from './questions.ts'
import { addRankings } from './rankings.ts'
import { addReport } from './report.ts'
import { addServe, addWorker } from './serve.ts'
import { addSite } from './site.ts'
import { addStore } from './store.ts'
import { addTrack } from './track/track.ts'
import { addVerify } from './verify.ts'
import { addWebhooks } from './webhooks/webhooks.ts'

/** The narrowest column of a help's texts, in characters: narrower ones aren't wrapped, and a terminal breaks their words. */
const MIN_TEXT = 20

/** The commands in the order of the help, grouped by user. */
const GROUPS = {
  begin: [addDemo, addDoctor, addStore],
  analyst: [addReport, addTrack, addPlan, addPrompts, addMentions, addExport, addVerify],
  operator: [addRankings, addAudit, addAnswers, addQuestions, addBrands, addServe, addWorker, addSite, addWebhooks],
  accounts: [addAccounts, addKeys, addCredits, addPlans],
  agents: [addMcp, addCompletion],
} as const

/** The command line; `run` turns each command's handler into its action. */
export function createProgram(run: Run): Command {
  const program = new Command('svc')
    .description('svc: does AI name a product? n of m, with every answer behind every count.')
    .version(project.version)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ minWidthToWrap: MIN_TEXT })
    .showSuggestionAfterError()
    .helpCommand(false)
  for (const [group, nouns] of Object.entries(GROUPS)) {
    program.commandsGroup(group)
    for (const add of nouns) add(program, run)
  }
  // Set last, so that subcommands keep commander's own layout.
  return program.configureHelp({ formatHelp: () => overview(program) })
}

function addMcp(program: Command, run: Run): void {
  program
    .command('mcp')
    .summary('the companion tools for coding agents, over stdio')
    .description('the companion tool server for coding agents, over standard input and output')
    .addHelpText('after', example('SVC_API_KEY=svc_… ./svc mcp'))
    .action(run(later(async () => (await import('./mcp/server.ts')).serveTools)))
}
