import { type EngineName, isCounted } from '../../pipeline/contract/terms.ts'
import { ENGINE_LABELS } from '../../pipeline/contract/words.ts'

/** One run, and whether its answer names the brand in question. */
export interface Asking {
  /** From 0, as `run`. */
  readonly question: number
  readonly engine: EngineName
  readonly run: number
  readonly failed: boolean
  readonly noAnswer: boolean
  readonly named: boolean
}

/** Questions x engines x runs as squares. */
export interface Grid {
  readonly questions: readonly { readonly text: string; readonly href?: string }[]
  readonly engines: readonly EngineName[]
  readonly askings: readonly Asking[]
  /** The runs planned for each question and engine; without it, the most that any of them has. */
  readonly runs?: number
  /** The id of the heading that names the grid. */
  readonly labelledBy: string
  /** Whether the rows show the questions, or only their numbers. */
  readonly texts?: boolean
  /** The address of a run's answer, if its square links there. */
  readonly href?: (asking: Asking) => string | undefined
  /** What is shown under an engine's name, and the anchor of its column. */
  readonly head?: (engine: EngineName) => { readonly id: string; readonly words: string }
  /** Whether the squares are explained under it. */
  readonly explained?: boolean
}

const KEY = ['named', 'missed', 'noAnswer', 'failed', 'notAsked'] as const
type State = (typeof KEY)[number]

/** The states of a square, in words. */
const STATES: Readonly<Record<State, string>> = {
  named: 'named',
  missed: 'not named',
  noAnswer: 'no answer to score',
  failed: 'failed',
  notAsked: 'not asked',
}

const SIDE = 13
const PITCH = 16

/** Each state's path data, from its square's top left corner; a line's empty corners make the whole square clickable. */
const SHAPES: Readonly<Record<State, string>> = {
  named: 'h13v13h-13z',
  missed: 'm1 1h11v11h-11z',
  noAnswer: 'zm1 6.5h11m1 6.5z',
  failed: 'zm2 2l9 9m0-9l-9 9m11 2z',
  notAsked: 'm5.5 6.5h2',
}

/** What the template of the grid shows. */
export function gridView({ runs: planned = 1, texts = true, explained = true, ...grid }: Grid) {
  const { questions, engines, askings, labelledBy, href, head } = grid
  const runs = Math.max(planned, ...askings.map(({ run }) => run + 1))
  const columns = runs > 3 ? Math.ceil(runs / 2) : runs
  const known = new Map(askings.map((asking) => [keyOf(asking), asking]))
  const cellOf = (question: number, engine: EngineName) => {
    const squares = Array.from({ length: runs }, (_, run) => {
      const asking = known.get(keyOf({ question, engine, run }))
      const state = stateOf(asking)
      const d = `M${(run % columns) * PITCH} ${Math.floor(run / columns) * PITCH}${SHAPES[state]}`
      const words = `Q${question + 1}, ${ENGINE_LABELS[engine]}, run ${run + 1}: ${STATES[state]}`
      return { state, d, words, href: asking && href?.(asking) }
    })
    const plain = Map.groupBy(
      squares.filter((square) => square.href === undefined),
      ({ state }) => state,
    )
    return {
      words: countsInWords(squares.map(({ state }) => state)),
      paths: [...plain].map(([state, same]) => ({ state, d: same.map(({ d }) => d).join('') })),
      links: squares.filter((square) => square.href !== undefined),
    }
  }
  return {
    labelledBy,
    texts,
    width: (columns - 1) * PITCH + SIDE,
    height: (Math.ceil(runs / columns) - 1) * PITCH + SIDE,
    engines: engines.map((engine) => ({ label: ENGINE_LABELS[engine], ...head?.(engine) })),
    rows: questions.map((question, index) => ({
      ...question,
      number: index + 1,
      cells: engines.map((engine) => cellOf(index, engine)),
    })),
    key: explained ? squaresKey() : [],
  }
}

/** The squares' shapes in words. */
export function squaresKey() {
  return KEY.map((state) => ({ state, words: STATES[state], d: `M0 0${SHAPES[state]}` }))
}

function keyOf({ question, engine, run }: Pick<Asking, 'question' | 'engine' | 'run'>): string {
  return `${question} ${engine} ${run}`
}

function stateOf(asking: Asking | undefined): State {
  if (asking === undefined) return 'notAsked'
  if (asking.failed) return 'failed'
  if (!isCounted(asking)) return 'noAnswer'
  return asking.named ? 'named' : 'missed'
}

/** A cell's squares as text: `2 of 3`, and what isn't counted. */
function countsInWords(states: readonly State[]): string {
  const count = (wanted: State) => states.filter((state) => state === wanted).length
  const others = (['noAnswer', 'failed', 'notAsked'] as const).filter((state) => count(state) > 0)
  const counted = count('named') + count('missed')
  return [
    ...(counted > 0 ? [`named in ${count('named')} of ${counted}`] : []),
    ...others.map((state) => `${count(state)} ${STATES[state]}`),
  ].join(', ')
}
