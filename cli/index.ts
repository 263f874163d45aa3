import project from '../package.json' with { type: 'json' }
import { Command, example, type Run } from './command/command.ts'
import { overview } from './command/help.ts'

/** The narrowest column of a help's texts, in characters: narrower ones aren't wrapped, and a terminal breaks their words. */
const MIN_TEXT = 20

type Add = (program: Command) => void

/** The nouns in the order of the help, grouped by user, and how each is loaded. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  begin: {
    demo: async () => (await import('./demo.ts')).addDemo,
    doctor: async () => (await import('./doctor.ts')).addDoctor,
    store: async () => (await import('./store.ts')).addStore,
  },
  analyst: {
    report: async () => (await import('./report.ts')).addReport,
    track: async () => (await import('./track/track.ts')).addTrack,
    plan: async () => (await import('./plan.ts')).addPlan,
    prompts: async () => (await import('./prompts.ts')).addPrompts,
    mentions: async () => (await import('./mentions.ts')).addMentions,
    export: async () => (await import('./export/export.ts')).addExport,
    verify: async () => (await import('./verify.ts')).addVerify,
  },
  operator: {
    rankings: async () => (await import('./rankings.ts')).addRankings,
    audit: async () => (await import('./audit.ts')).addAudit,
    answers: async () => (await import('./answers.ts')).addAnswers,
    questions: async () => (await import('./questions.ts')).addQuestions,
    brands: async () => (await import('./brands.ts')).addBrands,
    serve: async () => (await import('./serve.ts')).addServe,
    worker: async () => (await import('./serve.ts')).addWorker,
    site: async () => (await import('./site.ts')).addSite,
    webhooks: async () => (await import('./webhooks/webhooks.ts')).addWebhooks,
  },
  accounts: {
    accounts: async () => (await import('./accounts/accounts.ts')).addAccounts,
    keys: async () => (await import('./accounts/keys.ts')).addKeys,
    credits: async () => (await import('./accounts/credits.ts')).addCredits,
    plans: async () => (await import('./accounts/plans.ts')).addPlans,
  },
  agents: {
    mcp: async () => addMcp,
    completion: async () => (await import('./completion.ts')).addCompletion,
  },
}

/**
 * The command line; `run` turns each command's handler into its action. With the name of a noun it has only that one, and
 * loads no other.
 */
export async function createProgram(run: Run, noun = ''): Promise<Command> {
  const program = new Command('svc', run)
    .description('svc: does AI name a product? n of m, with every answer behind every count.')
    .version(project.version)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ minWidthToWrap: MIN_TEXT })
    .showSuggestionAfterError()
    .helpCommand(false)
  const isKnown = Object.values(GROUPS).some((nouns) => Object.hasOwn(nouns, noun))
  for (const [group, nouns] of Object.entries(GROUPS)) {
    program.commandsGroup(group)
    const wanted = Object.entries(nouns).filter(([name]) => !isKnown || name === noun)
    for (const add of await Promise.all(wanted.map(([, load]) => load()))) add(program)
  }
  // It is set last, so that subcommands keep commander's own layout.
  return program.configureHelp({ formatHelp: () => overview(program) })
}

function addMcp(program: Command): void {
  program
    .command('mcp')
    .summary('the companion tools for coding agents, over stdio')
    .description('the companion tool server for coding agents, over standard input and output')
    .addHelpText('after', example('SVC_API_KEY=svc_… ./svc mcp'))
    .runs(async () => (await import('./mcp/server.ts')).serveTools)
}
