import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/runner/longest-first.ts'
import { clausesIn, summaryReporter } from './test/support/runner/summary-reporter.ts'

/** What of the tests needs a store: all of it runs on both databases. */
const WITH_STORE = ['ask', 'bundle', 'ranking', 'report', 'server', 'store', 'webhooks'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
)
const WHOLE = ['cli/setup/jobs', 'journey', 'keys-leak', 'outbox', 'worker'].map((name) => `test/${name}.test.ts`)

/** What of those folders touches no store, or only in passing. */
const ONCE = [
  'ask/{away,bounded-call,budget,lane,limit-name,retry,vendor-limit}',
  'ranking/{announce,categories}',
  'report/{actions,assemble,gaps,kit,mails,markdown,page,product,questions,sources}',
  'report/over-time/{compare,period}',
  'server/{listen,metrics}',
  'server/http/{body,client-address,legacy}',
  'server/routes/{health,openapi,site}',
  'webhooks/address',
].map((files) => `test/${files}.test.ts`)

/** What only reads texts and numbers: its files share their modules, so that word lists and dictionaries are read once a worker. */
const WITHOUT_STORE = ['corpus', 'mentions', 'statistics'].map((folder) => `test/${folder}/**/*.test.ts`)

/** What kills processes, opens a browser or builds whole sites: `npm run check` runs it, `npm test` doesn't. */
const SLOW = [
  'test/{browser,soak}/**/*.test.ts',
  'test/{action,keys-leak,kill,own-keys-heap,sessions}.test.ts',
  'test/report/{kill,over-time/kill}.test.ts',
  'test/cli/{mcp/journey,metrics/listen,rankings/unwatched,track/stopped}.test.ts',
  'test/render/page-texts.test.ts',
  'test/site/{checks,hard,publish}.test.ts',
  'test/store/upkeep/copy.test.ts',
  'test/support/runner/summary-reporter.test.ts',
]

/** The same of what runs on PostgreSQL, and what takes long there and has run on SQLite. */
const SLOW_ON_POSTGRES = [
  'test/postgres/{batch,cli,copy}.test.ts',
  'test/{bundle/verify,journey,ranking/together}.test.ts',
  'test/store/upkeep/{check,copy}.test.ts',
  'test/{keys-leak,report/kill,report/over-time/kill}.test.ts',
]

/** What only PostgreSQL has, a server and its connections; what only SQLite has, a file and its locks, is in test/sqlite/. */
const POSTGRES_ONLY = 'test/postgres/**/*.test.ts'

const SPECIFICATION = readFileSync(new URL('docs/specification.md', import.meta.url), 'utf8')

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Nothing happens at import, so that files share what they load: it is most of a short file's time.
    isolate: false,
    // What a command prints on the console goes to standard output, as in a process of its own.
    disableConsoleIntercept: true,
    // The longest files wait for processes that they kill, so that two cores serve three workers.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', summaryReporter(clausesIn(SPECIFICATION))],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [POSTGRES_ONLY, ...SLOW, ...WITHOUT_STORE],
          provide: { postgres: undefined },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: SLOW,
          provide: { postgres: undefined },
        },
      },
      {
        extends: true,
        test: {
          name: 'counting',
          include: WITHOUT_STORE,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...WITH_STORE, ...WHOLE, POSTGRES_ONLY],
          exclude: [...ONCE, ...SLOW_ON_POSTGRES],
          globalSetup: ['test/support/store/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-postgres',
          include: SLOW_ON_POSTGRES,
          globalSetup: ['test/support/store/postgres-setup.ts'],
        },
      },
    ],
  },
})
