import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { marketFieldsOf } from '../pipeline/contract/market/market.ts'
import type { Ranking } from '../pipeline/contract/ranking.ts'
import { isCounted } from '../pipeline/contract/terms.ts'
import type { MonthSummary } from './src/views.ts'

/** What a published site was made from; stored beside it. */
export interface Manifest {
  /** Changes with the compiled pages and the settings that they show. */
  readonly made: string
  readonly categories: Readonly<Record<string, ManifestCategory>>
}

export interface ManifestCategory {
  /** The newest version of each month. */
  readonly versions: string
  /** Oldest first. */
  readonly months: readonly MonthSummary[]
}

/** A line of JSON for `made`, then one for each category: of a thousand, the whole would be a string of 20 MB. */
const FILE = 'manifest.jsonl'

/** The manifest of a generation; undefined without one, or if it was made by other pages or settings. */
export async function readManifest(generation: string | undefined, made: string): Promise<Manifest | undefined> {
  if (generation === undefined) return undefined
  try {
    const entries: [string, ManifestCategory][] = []
    let isHead = true
    for await (const line of (await open(join(generation, FILE))).readLines()) {
      // Only this code, the same to the last byte, wrote one with these pages.
      if (!isHead) entries.push(JSON.parse(line))
      else if (JSON.parse(line) !== made) return undefined
      isHead = false
    }
    return { made, categories: Object.fromEntries(entries) }
  } catch {
    return undefined
  }
}

export async function writeManifest(generation: string, manifest: Manifest): Promise<void> {
  await writeFile(join(generation, FILE), linesOf(manifest))
}

function* linesOf({ made, categories }: Manifest): Generator<string> {
  for (const each of [made, ...Object.entries(categories)]) yield `${JSON.stringify(each)}\n`
}

/** What is kept of a month's ranking. */
export function summaryOf(ranking: Ranking): MonthSummary {
  const { slug, category, month, version, checkedAt, asked, simulated, engines, answersCounted, comparedWith } = ranking
  const answers = ranking.answers.filter(isCounted)
  return {
    ...{ slug, category, ...marketFieldsOf(ranking), month, version, checkedAt, simulated, engines, answersCounted },
    ...(asked && { asked }),
    ...(comparedWith && { comparedWith }),
    questions: ranking.prompts.length,
    questionsDigest: createHash('sha256').update(JSON.stringify(ranking.prompts)).digest('hex').slice(0, 16),
    models: engines.map((engine) => {
      const models = answers.flatMap((answer) => (answer.engine === engine ? [answer.model ?? ''] : []))
      return { engine, models: [...new Set(models)].sort() }
    }),
    detector: ranking.method.detector,
    brands: ranking.brands.map(({ engines: _, ...brand }) => brand),
  }
}
