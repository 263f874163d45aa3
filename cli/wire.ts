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
    siteBuild: async (flags) => (await import('./commands/site.ts')).siteBuild(terminal, flags),
  }
}
