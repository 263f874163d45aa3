import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import type { FrozenRanking, RankingAnswer } from '../../pipeline/contract/ranking.ts'
import { ENGINES } from '../../pipeline/contract/terms.ts'
import { openStore, openStoreForReading } from '../../pipeline/store/driver/open.ts'
import { publishedMonths, readRanking } from '../../pipeline/store/ranking/rankings.ts'
import { PROGRAM } from '../../site/publish.ts'
import { frozenRanking, publish } from '../support/rankings.ts'
import type { Ratio } from './fan-out.ts'

const MONTHS = ['2026-09', '2026-10', '2026-11']
const QUESTIONS = 10
const RUNS = 5
const BRANDS = 30
/** UTF-16 units of an answer. */
const SIZE = 1_800
const MOST_MB = 350

/**
 * Builds the site of many categories, three months of 300 answers each, then again after one more month in one of them:
 * its memory, its time, and that of a loop that only reads the same rankings and writes each through one Eta template.
 * `npm run bench -- site 1000` for a thousand.
 */
export async function benchSite(): Promise<Ratio[]> {
  const categories = Number(process.argv[3] ?? 60)
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-site-'))
  try {
    const database = join(folder, 'svc.db')
    await seed(database, categories)
    const compiled = (await run('compile.ts')).printed.trim()
    const order = { database, compiled, siteUrl: 'https://x.example', dataLicense: 'CC BY 4.0' }
    const build = async (work: string, previous?: string) => {
      mkdirSync(join(folder, work, 'site'), { recursive: true })
      return run('build.ts', { ...order, work: join(folder, work), previous: previous && join(folder, previous) })
    }
    const small = join(folder, 'small.db')
    await seed(small, Math.ceil(categories / 10))
    mkdirSync(join(folder, 'tenth', 'site'), { recursive: true })
    const tenth = await run('build.ts', { ...order, database: small, work: join(folder, 'tenth') })
    const first = await build('first')
    const loop = await etaLoop(database, join(folder, 'eta'))
    const db = await openStore(database, 0)
    await publish(db, rankingOf(0, '2026-12'))
    await db.destroy()
    const second = await build('second', 'first')
    const changed = changedFiles(join(folder, 'first/site'), join(folder, 'second/site'))
    const allowed = /^(rankings\/category-0\/|brands\/|index|rankings\/index|404|feed|sitemap|llms)/
    const stray = changed.filter((path) => !allowed.test(path))
    const peakMb = Math.max(first.peakMb, second.peakMb)
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
    return [
      {
        name: `peak memory over ${MOST_MB} MB`,
        ratio: peakMb / MOST_MB,
        bound: { most: 1 },
        detail: `${first.peakMb.toFixed(0)} MB for ${categories} categories, ${second.peakMb.toFixed(0)} MB after one more month`,
      },
      {
        name: 'peak memory over that for a tenth of the categories',
        ratio: first.peakMb / tenth.peakMb,
        bound: { most: 2 },
        detail: `${first.peakMb.toFixed(0)} MB against ${tenth.peakMb.toFixed(0)} MB`,
      },
      {
        name: 'a build after one more month over the first',
        ratio: second.ms / first.ms,
        bound: { most: 0.1 },
        detail: `${seconds(second.ms)} against ${seconds(first.ms)}; ${changed.length} files changed`,
      },
      {
        name: 'files that changed and had no reason to',
        ratio: stray.length,
        bound: { most: 0 },
        detail: stray.slice(0, 5).join(', ') || 'none',
      },
      {
        name: 'the first build over a loop of one Eta template',
        ratio: first.ms / loop.ms,
        detail: `${seconds(first.ms)} for ${first.printed.trim()} pages, compressed, against ${seconds(loop.ms)} for ${loop.pages} pages`,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function seed(database: string, categories: number): Promise<void> {
  const db = await openStore(database, 0)
  for (let category = 0; category < categories; category++)
    for (const month of MONTHS) await publish(db, rankingOf(category, month))
  await db.destroy()
}

function rankingOf(category: number, month: string): FrozenRanking {
  const [brand] = frozenRanking().brands
  const [answer] = frozenRanking().answers
  if (brand === undefined || answer === undefined) throw new Error('the sample has no brand or answer')
  const names = Array.from({ length: BRANDS }, (_, index) => `Brand ${category % 50}-${index}`)
  const answers: RankingAnswer[] = ENGINES.flatMap((engine) =>
    Array.from({ length: QUESTIONS * RUNS }, (_, index) => {
      const named = names.filter((_, rank) => (index * 7 + rank * 13) % (rank + 2) === 0)
      const items = named.map((name) => `- **${name}** is a good choice for a small team, with a clear interface.\n`)
      const text = items.join('').padEnd(SIZE, 'Compare two of them with a real project before you decide. ')
      const evidence = named.map((name) => {
        const start = text.indexOf(name)
        return { brand: name, start, end: start + name.length, rule: 'name' }
      })
      return {
        ...answer,
        question: index % QUESTIONS,
        engine,
        run: Math.floor(index / QUESTIONS),
        text,
        brands: named,
        evidence,
      }
    }),
  )
  return frozenRanking({
    slug: `category-${category}`,
    category: `category ${category}`,
    month,
    checkedAt: `${month}-02T08:30:00.000Z`,
    prompts: Array.from({ length: QUESTIONS }, (_, index) => `Which of them is best for purpose ${index}?`),
    engines: [...ENGINES],
    answersCounted: answers.length,
    answers,
    brands: names.map((name) => {
      const counts = ENGINES.map((engine) => {
        const own = answers.filter((each) => each.engine === engine)
        return { engine, mentions: own.filter(({ brands }) => brands.includes(name)).length, answers: own.length }
      })
      return { ...brand, name, mentions: counts.reduce((sum, { mentions }) => sum + mentions, 0), engines: counts }
    }),
  })
}

/** Runs a program of site/; resolves with what it printed, its time and its peak resident memory. */
function run(program: string, order?: object): Promise<{ printed: string; ms: number; peakMb: number }> {
  const startedAt = performance.now()
  const path = fileURLToPath(new URL(`../../site/${program}`, import.meta.url))
  const child = spawn(process.execPath, [...PROGRAM.flags, path], {
    env: PROGRAM.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(order ?? {})}\n`)
  let printed = ''
  let peakMb = 0
  const watch = setInterval(() => {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readStatus(child.pid))
    peakMb = Math.max(peakMb, Number(peak?.[1] ?? 0) / 1024)
  }, 50)
  return new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    child.on('close', (code) => {
      clearInterval(watch)
      if (code === 0) done({ printed, ms: performance.now() - startedAt, peakMb })
      else fail(new Error(`${program} ended with ${code}`))
    })
  })
}

function readStatus(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Reads every ranking and writes it as one page through one template. */
async function etaLoop(database: string, folder: string): Promise<{ ms: number; pages: number }> {
  const startedAt = performance.now()
  const template = new Eta().compile(
    '<h1><%= it.category %></h1><% for (const b of it.brands) { %><p><%= b.name %> <%= b.mentions %></p><% } %><% for (const a of it.answers) { %><p><%= a.text %></p><% } %>',
  )
  const eta = new Eta()
  mkdirSync(folder)
  const db = await openStoreForReading(database)
  const versions = await publishedMonths(db)
  for (const { slug, month } of versions)
    writeFileSync(
      join(folder, `${slug}.${month}.html`),
      eta.render(template, (await readRanking(db, slug, month)) ?? {}),
    )
  await db.destroy()
  return { ms: performance.now() - startedAt, pages: versions.length }
}

/** The files of a site that are not the same file as before, without their compressed forms. */
function changedFiles(before: string, after: string): string[] {
  const inode = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
  return readdirSync(after, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(after.length + 1))
    .filter((path) => inode(join(before, path)) !== inode(join(after, path)))
}
