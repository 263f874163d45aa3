import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'

// Which folder may import which: read by dependency-cruiser itself, and by test/architecture.test.ts.

/** A folder or a file, and what it may import besides itself; both as paths from the root, a folder with its slash. */
interface Floor {
  readonly path: string
  readonly may: readonly string[]
}

const CONTRACT = 'pipeline/contract/'
const ENGINES = 'pipeline/engines/'
const STORE = 'pipeline/store/'
const QUEUE = 'pipeline/queue/'
const MENTIONS = 'pipeline/mentions/'
const RENDER = 'pipeline/render/'
const REPORT = 'pipeline/report/'
const RANKING = 'pipeline/ranking/'
const SURVEY = 'pipeline/survey/'
/** What surveys are made with, and with those reports and rankings. */
const TOOLS = [CONTRACT, ENGINES, 'pipeline/ask/', 'pipeline/scribe/', MENTIONS, 'pipeline/statistics/', STORE, QUEUE]
const WORKSHOP = [...TOOLS, SURVEY]

/** What each folder may import, lower ones first; a folder inside another is bound by the lines of both. */
export const FLOORS: readonly Floor[] = [
  { path: CONTRACT, may: [] },
  { path: ENGINES, may: [CONTRACT] },
  { path: MENTIONS, may: [CONTRACT] },
  { path: 'pipeline/statistics/', may: [CONTRACT, MENTIONS] },
  { path: STORE, may: [CONTRACT] },
  { path: QUEUE, may: [CONTRACT, STORE] },
  { path: 'pipeline/config/', may: [CONTRACT, `${ENGINES}defaults.ts`, `${ENGINES}keys.ts`] },
  { path: 'pipeline/mail.ts', may: [CONTRACT] },
  { path: 'pipeline/outbox.ts', may: [CONTRACT, STORE] },
  { path: 'pipeline/log.ts', may: [] },
  { path: 'pipeline/webhooks/', may: [CONTRACT, STORE, 'pipeline/outbox.ts', 'pipeline/log.ts'] },
  { path: 'pipeline/scribe/', may: [CONTRACT, ENGINES] },
  { path: 'pipeline/ask/', may: [CONTRACT, ENGINES, STORE] },
  { path: SURVEY, may: TOOLS },
  { path: 'templates/', may: [CONTRACT] },
  { path: RENDER, may: [CONTRACT, 'templates/'] },
  { path: 'pipeline/export/', may: [CONTRACT] },
  { path: REPORT, may: [...WORKSHOP, RENDER] },
  { path: RANKING, may: WORKSHOP },
  { path: 'pipeline/audit/', may: [...WORKSHOP, REPORT, RANKING] },
  { path: 'pipeline/bundle/', may: [CONTRACT, MENTIONS, STORE, 'pipeline/audit/'] },
  {
    path: 'pipeline/worker.ts',
    may: [CONTRACT, STORE, QUEUE, REPORT, RANKING, 'pipeline/outbox.ts', 'pipeline/log.ts', 'pipeline/webhooks/'],
  },
  { path: 'server/', may: [CONTRACT, STORE, QUEUE, RENDER, REPORT, RANKING, 'pipeline/log.ts'] },
  { path: 'site/', may: [CONTRACT, 'pipeline/mentions/fold.ts', STORE, 'templates/', RENDER, 'pipeline/export/'] },
  { path: 'cli/mcp/', may: [CONTRACT, 'pipeline/scribe/suggest.ts'] },
  { path: 'cli/terminal/', may: [CONTRACT, STORE, 'pipeline/ask/'] },
  { path: 'cli/command/', may: [CONTRACT, STORE, 'cli/terminal/'] },
  { path: 'cli/', may: ['pipeline/', 'server/app.ts', 'server/listen.ts', 'server/metrics.ts', 'site/publish.ts'] },
  { path: 'test/', may: ['pipeline/', 'server/', 'cli/', 'site/', 'templates/'] },
]

export const ROOTS = ['pipeline', 'server', 'cli', 'site', 'templates', 'test']
const PRODUCT = '^(pipeline|server|cli|site|templates)/'

/** A package by its resolved path or, where it couldn't be resolved, by its name. */
function packages(...names: string[]): string {
  return `(^|^node:|node_modules/)(${names.join('|')})(/|$)`
}

/** A path of FLOORS as a regular expression. */
export function pattern(path: string): string {
  return `^${path.replaceAll('.', '\\.')}${path.endsWith('/') ? '' : '$'}`
}

const RULES: readonly IForbiddenRuleType[] = [
  ...FLOORS.map(({ path, may }) => ({
    name: 'direction',
    from: { path: pattern(path) },
    to: {
      path: `^(${ROOTS.join('|')})/`,
      pathNot: [path, ...may].map(pattern),
    },
  })),
  { name: 'file cycle', from: {}, to: { circular: true } },
  { name: 'folder cycle', scope: 'folder', from: {}, to: { circular: true } },
  { name: 'not found', from: {}, to: { path: '^\\.', couldNotResolve: true } },
  {
    name: 'SQL outside of the store',
    from: { path: PRODUCT, pathNot: pattern(STORE) },
    to: { path: packages('kysely', 'better-sqlite3', 'pg', 'sqlite') },
  },
  {
    name: "Gemini's SDK outside of its seam",
    from: { path: PRODUCT, pathNot: [pattern(`${ENGINES}gemini.ts`), pattern('pipeline/scribe/')] },
    to: { path: packages('@google/generative-ai') },
  },
]

export default {
  forbidden: RULES.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
} satisfies IConfiguration
