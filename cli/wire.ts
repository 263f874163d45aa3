import type { Actions } from './index.ts'
import type { Terminal } from './output.ts'

/** The composition root: each command with the terminal. Modules load when their command runs, so that help is quick. */
export function createActions(terminal: Terminal): Actions {
  return {
    demo: async (flags) => (await import('./commands/demo.ts')).demo(terminal, flags),
    rankingsRun: async (flags) => (await import('./commands/rankings-run.ts')).rankingsRun(terminal, flags),
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
    plansCancel: async (flags) => (await import('./commands/plans.ts')).plansCancel(terminal, flags),
  }
}
