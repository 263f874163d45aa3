import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSourceFile, forEachChild, isRegularExpressionLiteral, type Node, ScriptTarget } from 'typescript'
import { afterAll, describe, expect, it } from 'vitest'
import { FLOORS } from '../dependency-cruiser.config.ts'
import { cruiseTree, sourceFiles } from './support/checks/directions.ts'

const ROOT = join(import.meta.dirname, '..')
const fixtures: string[] = []

afterAll(() => {
  for (const folder of fixtures) rmSync(folder, { recursive: true })
})

/** A tree in a temporary folder: each path with what it imports. */
function plant(tree: Readonly<Record<string, readonly string[]>>): string {
  const root = mkdtempSync(join(tmpdir(), 'svc-architecture-'))
  fixtures.push(root)
  for (const [path, imports] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), [...imports.map((to) => `import '${to}'`), 'export const here = 1', ''].join('\n'))
  }
  return root
}

describe('the house', () => {
  it('imports only along the arrows, has no cycle of files or folders, and has every file in a layer', async () => {
    const { modules, faults } = await cruiseTree(ROOT)
    expect(faults).toEqual([])
    expect(modules).toEqual(sourceFiles(ROOT))
    expect(modules.length).toBeGreaterThan(40)
  })

  // What Biome's own rules leave out: they know @ts-expect-error only.
  it('never silences the compiler', () => {
    const silenced = /(\/\/|\/\*)\s*@ts-(expect-error|nocheck)/
    expect(sourceFiles(ROOT).filter((path) => silenced.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })

  it('has no folder of more than 20 files', () => {
    const pictures = /^test\/browser\/(?:accepted|seen)\//
    const files = sourceFiles(ROOT, '*').filter((path) => !pictures.test(path) && statSync(join(ROOT, path)).isFile())
    const folders = Map.groupBy(files, (path) => dirname(path))
    expect(folders.size).toBeGreaterThan(80)
    expect([...folders].flatMap(([folder, inside]) => (inside.length > 20 ? [folder] : []))).toEqual([])
  })

  it('has no pattern of more than 120 characters', () => {
    const longPatterns = (path: string) => {
      const file = createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ScriptTarget.Latest)
      const tooLong: string[] = []
      const look = (node: Node): void => {
        if (isRegularExpressionLiteral(node) && node.text.length > 120) tooLong.push(`${path}: ${node.text}`)
        forEachChild(node, look)
      }
      look(file)
      return tooLong
    }
    const scripts = sourceFiles(ROOT).filter((path) => path.endsWith('.ts') && !path.startsWith('test/'))
    expect(scripts.length).toBeGreaterThan(300)
    expect(scripts.flatMap(longPatterns)).toEqual([])
  })

  it('imports values and types of a module in one statement', () => {
    const repeated = (path: string) => {
      const from = Array.from(
        readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?:import|\}) [^;'\n]*(?:from )?('[^']+')/gm),
        ([, module]) => module,
      )
      return from.filter((module, at) => from.indexOf(module) !== at).map((module) => `${path}: ${module}`)
    }
    expect(sourceFiles(ROOT).flatMap(repeated)).toEqual([])
  })

  it('has only arrows to lower layers', () => {
    FLOORS.forEach(({ may }, index) => {
      const lower = FLOORS.slice(0, index).map(({ path }) => path)
      const known = (to: string) => lower.some((path) => to.startsWith(path) || path.startsWith(to))
      expect(may.filter((to) => !known(to))).toEqual([])
    })
  })

  it.each(['engines', 'scribe', 'mentions', 'statistics'])('never shows the store to %s', (floor) => {
    const may = FLOORS.find(({ path }) => path === `pipeline/${floor}/`)?.may
    expect(may).toBeDefined()
    expect(may?.filter((path) => path.startsWith('pipeline/store'))).toEqual([])
  })
})

describe('the rules on imports', () => {
  const leaves = Object.fromEntries(
    [
      'pipeline/contract/terms.ts',
      'pipeline/engines/engine.ts',
      'pipeline/store/open.ts',
      'pipeline/scribe/scribe.ts',
      'server/listen.ts',
      'test/support/clock.ts',
    ].map((path) => [path, []]),
  )

  it('accept a tree that keeps to the arrows', async () => {
    const root = plant({
      ...leaves,
      'pipeline/store/open.ts': ['kysely', 'better-sqlite3', '../contract/terms.ts'],
      'pipeline/engines/gemini.ts': ['@google/generative-ai', './engine.ts'],
      'pipeline/scribe/suggest.ts': [],
      'cli/mcp/server.ts': ['../../pipeline/contract/terms.ts', '../../pipeline/scribe/suggest.ts'],
      'site/src/content.config.ts': ['../../pipeline/store/open.ts'],
      'site/src/pages/index.astro': ['../content.config.ts', '../../../pipeline/contract/terms.ts'],
    })
    const { modules, faults } = await cruiseTree(root)
    expect(faults).toEqual([])
    expect(modules).toEqual(sourceFiles(root))
    expect(modules).toHaveLength(10)
  })

  it.each([
    [
      'pipeline/engines/openai.ts',
      '../store/open.ts',
      'direction: pipeline/engines/openai.ts -> pipeline/store/open.ts',
    ],
    [
      'pipeline/mentions/count.ts',
      '../store/open.ts',
      'direction: pipeline/mentions/count.ts -> pipeline/store/open.ts',
    ],
    [
      'pipeline/statistics/ranks.ts',
      '../store/open.ts',
      'direction: pipeline/statistics/ranks.ts -> pipeline/store/open.ts',
    ],
    ['pipeline/scribe/brands.ts', '../store/open.ts', 'direction: pipeline/scribe/brands.ts -> pipeline/store/open.ts'],
    [
      'pipeline/contract/kit.ts',
      '../engines/engine.ts',
      'direction: pipeline/contract/kit.ts -> pipeline/engines/engine.ts',
    ],
    [
      'pipeline/store/cells.ts',
      '../engines/engine.ts',
      'direction: pipeline/store/cells.ts -> pipeline/engines/engine.ts',
    ],
    ['pipeline/ranking/run.ts', '../../server/listen.ts', 'direction: pipeline/ranking/run.ts -> server/listen.ts'],
    [
      'pipeline/ranking/run.ts',
      '../../test/support/clock.ts',
      'direction: pipeline/ranking/run.ts -> test/support/clock.ts',
    ],
    ['server/app.ts', '../pipeline/engines/engine.ts', 'direction: server/app.ts -> pipeline/engines/engine.ts'],
    [
      'site/src/words.ts',
      '../../pipeline/scribe/scribe.ts',
      'direction: site/src/words.ts -> pipeline/scribe/scribe.ts',
    ],
    ['site/src/pages/a.astro', '../../../server/listen.ts', 'direction: site/src/pages/a.astro -> server/listen.ts'],
    ['cli/mcp/server.ts', '../../pipeline/store/open.ts', 'direction: cli/mcp/server.ts -> pipeline/store/open.ts'],
    [
      'cli/mcp/server.ts',
      '../../pipeline/scribe/scribe.ts',
      'direction: cli/mcp/server.ts -> pipeline/scribe/scribe.ts',
    ],
    ['pipeline/ranking/run.ts', 'kysely', 'SQL outside of the store: pipeline/ranking/run.ts -> kysely'],
    ['server/routes/a.ts', 'better-sqlite3', 'SQL outside of the store: server/routes/a.ts -> better-sqlite3'],
    ['cli/report/a.ts', 'kysely/helpers/sqlite', 'SQL outside of the store: cli/report/a.ts -> kysely/helpers/sqlite'],
    ['server/routes/a.ts', 'node:sqlite', 'SQL outside of the store: server/routes/a.ts -> node:sqlite'],
    [
      'pipeline/engines/openai.ts',
      '@google/generative-ai',
      "Gemini's SDK outside of its seam: pipeline/engines/openai.ts -> @google/generative-ai",
    ],
    ['pipeline/ask/lane.ts', './absent.ts', 'not found: pipeline/ask/lane.ts -> ./absent.ts'],
  ])('find that %s imports %s', async (from, to, fault) => {
    expect((await cruiseTree(plant({ ...leaves, [from]: [to] }))).faults).toEqual([fault])
  })

  it('find type imports and dynamic imports', async () => {
    const root = plant(leaves)
    writeFileSync(
      join(root, 'pipeline/engines/engine.ts'),
      "import type { here } from '../store/open.ts'\nexport type Here = typeof here\n",
    )
    writeFileSync(join(root, 'pipeline/scribe/scribe.ts'), "export const later = () => import('../store/open.ts')\n")
    expect((await cruiseTree(root)).faults).toEqual([
      'direction: pipeline/engines/engine.ts -> pipeline/store/open.ts',
      'direction: pipeline/scribe/scribe.ts -> pipeline/store/open.ts',
    ])
  })

  it('find a cycle of files', async () => {
    const root = plant({ 'pipeline/ask/a.ts': ['./b.ts'], 'pipeline/ask/b.ts': ['./a.ts'] })
    expect((await cruiseTree(root)).faults).toContain('file cycle: pipeline/ask/a.ts -> pipeline/ask/b.ts')
  })

  it('find two folders that import each other', async () => {
    const root = plant({
      'server/http/a.ts': ['../routes/b.ts'],
      'server/routes/b.ts': [],
      'server/routes/c.ts': ['../http/d.ts'],
      'server/http/d.ts': [],
    })
    expect((await cruiseTree(root)).faults).toEqual([
      'folder cycle: server/http -> server/routes',
      'folder cycle: server/routes -> server/http',
    ])
  })

  it('find a file outside every layer', async () => {
    expect((await cruiseTree(plant({ 'pipeline/util/misc.ts': [] }))).faults).toEqual([
      'no floor: pipeline/util/misc.ts',
    ])
  })
})

/** The rules of biome.json and its plugin that a file of these lines breaks, by the number of the line. */
function brokenRules(path: string, lines: readonly string[]): Map<number, string[]> {
  const root = plant({})
  mkdirSync(join(root, dirname(path)), { recursive: true })
  writeFileSync(join(root, path), lines.join('\n'))
  for (const file of ['biome.json', 'house.grit']) copyFileSync(join(ROOT, file), join(root, file))
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.']
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/biome'), args, { cwd: root, encoding: 'utf8' })
  const { diagnostics }: { diagnostics: { category: string; location: { start: { line: number } } }[] } =
    JSON.parse(stdout)
  const broken = diagnostics
    .map(({ category, location }) => ({ rule: category.replace(/^lint\//, ''), line: location.start.line }))
    .filter(({ rule }) => /^plugin$|noProcessEnv|noRestrictedImports|noExplicitAny|noTsIgnore/.test(rule))
  return new Map(
    [...Map.groupBy(broken, ({ line }) => line)].map(([line, found]) => [line, found.map(({ rule }) => rule)]),
  )
}

describe('the rules on sources', () => {
  const FORBIDDEN = [
    ['style/noProcessEnv', 'const key1 = process.env.KEY'],
    ['style/noProcessEnv', "const key2 = process['env']"],
    ['style/noProcessEnv', 'const key3 = globalThis.process.env'],
    ['style/noRestrictedImports', "import { env as settings } from 'node:process'"],
    ['plugin', 'const { env } = process'],
    ['plugin', 'const { env: other } = globalThis.process'],
    ['plugin', 'const key4 = import.meta.env.KEY'],
    ['suspicious/noExplicitAny', 'const loose1 = value as any'],
    ['suspicious/noExplicitAny', 'const loose2 = <any>value'],
    ['plugin', "vi.mock('./clock.ts')"],
    ['plugin', "vi.doMock('./clock.ts', () => ({}))"],
    ['suspicious/noTsIgnore', ['/*', '@ts-ignore */'].join(' ')],
  ] as const
  const PASSED = [
    '// process.env is read elsewhere',
    "const text = 'as any'",
    'const env2 = process.argv',
    'const { argv } = process',
    'const base = import.meta.env.BASE_URL',
  ]

  it('find what a file may not do, and nothing else', () => {
    const lines = [...PASSED, ...FORBIDDEN.map(([, line]) => line)]
    const expected = FORBIDDEN.map(([rule], at) => [PASSED.length + at + 1, [rule]] as const)
    expect(brokenRules('pipeline/ask/lane.ts', lines)).toEqual(new Map(expected))
  })

  it.each(['pipeline/config/environment.ts', 'cli/mcp/server.ts', 'cli/svc.js'])(
    'let %s read the environment',
    (path) => {
      expect(brokenRules(path, ['const key = process.env.KEY'])).toEqual(new Map())
    },
  )
})
