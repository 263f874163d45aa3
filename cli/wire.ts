import type { Actions } from './index.ts'
import type { Terminal } from './output.ts'

/** The composition root: each command with the terminal. Modules load when their command runs, so that help is quick. */
export function createActions(terminal: Terminal): Actions {
  return {
    demo: async (flags) => (await import('./commands/demo.ts')).demo(terminal, flags),
    rankingsRun: async (flags) => (await import('./commands/rankings-run.ts')).rankingsRun(terminal, flags),
    rankingsAlert: async (flags) => (await import('./commands/rankings-alert.ts')).rankingsAlert(terminal, flags),
    rankingsList: async (flags) => (await import('./commands/rankings-read.ts')).rankingsList(terminal, flags),
    rankingsShow: async (slug, flags) =>
      (await import('./commands/rankings-read.ts')).rankingsShow(terminal, slug, flags),
    serve: async (flags) => (await import('./commands/serve.ts')).serve(terminal, flags),
    worker: async (flags) => (await import('./commands/worker.ts')).worker(terminal, flags),
    siteBuild: async (flags) => (await import('./commands/site.ts')).siteBuild(terminal, flags),
    accountsCreate: async (flags) => (await import('./commands/accounts.ts')).accountsCreate(terminal, flags),
    accountsVerify: async (flags) => (await import('./commands/accounts.ts')).accountsVerify(terminal, flags),
    accountsDelete: async (flags) => (await import('./commands/accounts.ts')).accountsDelete(terminal, flags),
    accountsList: async (flags) => (await import('./commands/accounts.ts')).accountsList(terminal, flags),
    keysCreate: async (flags) => (await import('./commands/keys.ts')).keysCreate(terminal, flags),
    keysList: async (flags) => (await import('./commands/keys.ts')).keysList(terminal, flags),
    keysRevoke: async (id, flags) => (await import('./commands/keys.ts')).keysRevoke(terminal, id, flags),
    creditsGrant: async (flags) => (await import('./commands/credits.ts')).creditsGrant(terminal, flags),
    creditsBalance: async (flags) => (await import('./commands/credits.ts')).creditsBalance(terminal, flags),
    creditsHeld: async (flags) => (await import('./commands/credits.ts')).creditsHeld(terminal, flags),
    creditsRelease: async (id, flags) => (await import('./commands/credits.ts')).creditsRelease(terminal, id, flags),
    plansActivate: async (flags) => (await import('./commands/plans.ts')).plansActivate(terminal, flags),
    reportRun: async (flags) => (await import('./commands/report-run.ts')).reportRun(terminal, flags),
    reportResume: async (slug, flags) => (await import('./commands/report-run.ts')).reportResume(terminal, slug, flags),
    reportList: async (flags) => (await import('./commands/report-read.ts')).reportList(terminal, flags),
    reportShow: async (slug, flags) => (await import('./commands/report-read.ts')).reportShow(terminal, slug, flags),
    reportKit: async (slug, flags) => (await import('./commands/report-read.ts')).reportKit(terminal, slug, flags),
    plan: async (flags) => (await import('./commands/plan.ts')).plan(terminal, flags),
    promptsSuggest: async (flags) => (await import('./commands/prompts.ts')).promptsSuggest(terminal, flags),
    mentions: async (file, flags) => (await import('./commands/mentions.ts')).mentions(terminal, file, flags),
    audit: async (slugs, flags) => (await import('./commands/audit.ts')).audit(terminal, slugs, flags),
    answersRecount: async (slugs, flags) =>
      (await import('./commands/recount.ts')).answersRecount(terminal, slugs, flags),
    questionsRewrite: async (category, flags) =>
      (await import('./commands/questions.ts')).questionsRewrite(terminal, category, flags),
    brandsList: async (category, flags) => (await import('./commands/brands.ts')).brandsList(terminal, category, flags),
    brandsDoubts: async (category, flags) =>
      (await import('./commands/brands.ts')).brandsDoubts(terminal, category, flags),
    brandsMerge: async (category, names, flags) =>
      (await import('./commands/brands.ts')).brandsMerge(terminal, category, names, flags),
    brandsSplit: async (category, name, flags) =>
      (await import('./commands/brands.ts')).brandsSplit(terminal, category, name, flags),
    brandsAlias: async (category, names, flags) =>
      (await import('./commands/brands.ts')).brandsAlias(terminal, category, names, flags),
    brandsIgnore: async (category, name, flags) =>
      (await import('./commands/brands.ts')).brandsIgnore(terminal, category, name, flags),
    doctor: async (flags) => (await import('./commands/doctor.ts')).doctor(terminal, flags),
    storeMigrate: async (flags) => (await import('./commands/store.ts')).storeMigrate(terminal, flags),
    storeBackup: async (file, flags) => (await import('./commands/store.ts')).storeBackup(terminal, file, flags),
    storeCheck: async (flags) => (await import('./commands/store.ts')).storeCheck(terminal, flags),
    storeCopy: async (from, to, flags) =>
      (await import('./commands/store-copy.ts')).storeCopy(terminal, from, to, flags),
    mcp: async () => (await import('./mcp/server.ts')).serveTools(),
    completion: async (shell) => (await import('./commands/completion.ts')).completion(shell),
    complete: async (words, program) => (await import('./commands/completion.ts')).complete(words, program),
    plansCancel: async (flags) => (await import('./commands/plans.ts')).plansCancel(terminal, flags),
  }
}
