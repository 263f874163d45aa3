import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
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

const FILE = 'manifest.json'

/** The manifest of a generation; undefined without one, or if it was made by other pages or settings. */
export async function readManifest(generation: string | undefined, made: string): Promise<Manifest | undefined> {
  if (generation === undefined) return undefined
  try {
    // Only this code, the same to the last byte, wrote one with these pages.
    const manifest: Manifest = JSON.parse(await readFile(join(generation, FILE), 'utf8'))
    return manifest.made === made ? manifest : undefined
  } catch {
    return undefined
  }
}

export async function writeManifest(generation: string, manifest: Manifest): Promise<void> {
  await writeFile(join(generation, FILE), JSON.stringify(manifest))
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
