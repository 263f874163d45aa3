import { createLane } from '../../../pipeline/ask/lane.ts'
import type { ScribeCall } from '../../../pipeline/scribe/call.ts'
import type { Scribe } from '../../../pipeline/scribe/scribe.ts'
import type { AskedScribe } from '../../../pipeline/survey/scribe.ts'

type Options = Partial<Pick<Scribe, 'vendor' | 'model'>> & { readonly worstUsd?: number; readonly costUsd?: number }

/** A scribe whose calls give what `reply` says; what that throws is thrown. It keeps what it was asked. */
export function scriptedScribe(
  reply: (call: ScribeCall, signal: AbortSignal) => unknown,
  { vendor = 'OPENAI', model = 'scripted', worstUsd = 0.01, costUsd = 0.001 }: Options = {},
): Scribe & { readonly asked: ScribeCall[] } {
  const asked: ScribeCall[] = []
  return {
    ...{ vendor, model, asked },
    worstUsd: () => worstUsd,
    send: async (call, signal) => {
      asked.push(call)
      const raw = JSON.stringify(await reply(call, signal))
      return { raw, body: JSON.parse(raw), costUsd }
    },
    read: (body) => body,
  }
}

/** A scribe that writes no questions and reads as choices whichever of these names stand in each answer. */
export function readerOfNames(names: readonly string[], options: Options = {}): ReturnType<typeof scriptedScribe> {
  return scriptedScribe(
    ({ name, prompt }) => (name === 'questions' ? { questions: [] } : readingsOf(prompt, names)),
    options,
  )
}

/** What a reader of these names replies to a reading prompt. */
export function readingsOf(prompt: string, names: readonly string[]) {
  return {
    readings: answersIn(prompt).map(({ answer, text }) => ({
      answer,
      names: names.filter((name) => text.includes(name)).map((name) => ({ name, role: 'choice', domain: null })),
    })),
  }
}

/** The answers in a reading prompt. */
export function answersIn(prompt: string): { answer: string; text: string }[] {
  const found = prompt.matchAll(/^<answer (\S+)>\n([\s\S]*?)\n<\/answer \1>$/gm)
  return [...found].map(([, answer = '', text = '']) => ({ answer, text }))
}

/** A scribe with a lane. */
export function withLane(scribe: Scribe): AskedScribe {
  return { scribe, lane: createLane(3) }
}

/** Scribes with a lane each. */
export function withLanes(scribes: readonly Scribe[]): AskedScribe[] {
  return scribes.map((scribe) => withLane(scribe))
}
