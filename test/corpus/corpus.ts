import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const labels = z.object({
  product: z.object({ named: z.boolean(), position: z.int().nullable() }).nullish(),
  /** The choices in order of first appearance, each as all names that are right for it. */
  brands: z.array(z.array(z.string())),
})

export type Labels = z.infer<typeof labels>

/** One line of `test/corpus/*.jsonl`; `answer` is absent for a text without a licence, which `sha256` finds in a local file. */
const row = z.object({
  id: z.string(),
  part: z.string(),
  source: z.string(),
  category: z.string(),
  language: z.string(),
  question: z.string(),
  answer: z.string().optional(),
  sha256: z.string().optional(),
  citations: z.array(z.object({ url: z.string(), title: z.string().nullish() })).default([]),
  product: z.object({ brand: z.string(), domain: z.string(), aliases: z.array(z.string()).default([]) }).nullish(),
  labels,
  /** The labels of two further readers, who knew neither these nor each other's. */
  again: z.tuple([labels, labels]),
  reading: z
    .array(
      z.object({ name: z.string(), role: z.enum(['choice', 'passing']), domain: z.string().nullable().default(null) }),
    )
    .nullish(),
  /** The brands that the rules `mentions-15` counted, in order: with the category's answers alone, and with this reading's choices. */
  before: z.object({ layout: z.array(z.string()), read: z.array(z.string()) }).optional(),
})

type Row = z.infer<typeof row>

/** An answer with its labels and the reading that was recorded for it. */
export type Labelled = Omit<Row, 'answer'> & { readonly answer: string }

/** Texts that may stand in no repository, in the corpus' folder: one JSON object a line, `{answer}`. Absent, those answers are left out. */
const LOCAL = join('local', 'texts.jsonl')

/** The labelled answers whose texts are at hand, in order of their files' names. */
export function readCorpus(folder: string): Labelled[] {
  const local = join(folder, LOCAL)
  const texts = new Map(existsSync(local) ? linesOf(local).map(textOf) : [])
  return readRows(folder).flatMap((labelled) => {
    const answer = labelled.answer ?? texts.get(labelled.sha256 ?? '')
    return answer === undefined ? [] : [{ ...labelled, answer }]
  })
}

/** All lines of the corpus, in order of their files' names. */
export function readRows(folder: string): Row[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return files.toSorted().flatMap((file) => linesOf(join(folder, file)).map((line) => row.parse(JSON.parse(line))))
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

function textOf(line: string): [string, string] {
  const { answer } = z.object({ answer: z.string() }).parse(JSON.parse(line))
  return [createHash('sha256').update(answer).digest('hex'), answer]
}
