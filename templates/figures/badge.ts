import { type Drawing, rectangle, shortened, textWidth } from './drawing.ts'

/** A brand's badge, for other sites. */
export interface Badge {
  readonly name: string
  /** Absent if the brand is not among those named. */
  readonly mentions?: number | undefined
  readonly answers: number
  /** `November 2026`, with the country and language unless they are the default. */
  readonly month: string
  readonly simulated: boolean
}

const HEIGHT = 24
const SIZE = 12
const PADDING = 9
const LONGEST = 220

/** Draws a badge that says in how many answers a brand was named, and when. */
export function drawBadge({ name, mentions, answers, month, simulated }: Badge): Drawing {
  const [bold, plain] = [
    { size: SIZE, bold: true },
    { size: SIZE, bold: false },
  ]
  const short = shortened(name, bold, LONGEST)
  const count =
    mentions === undefined
      ? `not among the brands named in ${answers} answers`
      : `named in ${mentions} of ${answers} answers`
  const words = `${simulated ? 'simulated: ' : ''}${count} · ${month}`
  const left = Math.ceil(textWidth(short, bold)) + 2 * PADDING
  const right = Math.ceil(textWidth(words, plain)) + 2 * PADDING
  const text = { y: 16, size: SIZE, fill: '#ffffff', anchor: 'middle' } as const
  return {
    width: left + right,
    height: HEIGHT,
    title: `${name}: ${words}`,
    shapes: [
      { d: rectangle(0, 0, left, HEIGHT), fill: '#1b1f24' },
      { d: rectangle(left, 0, right, HEIGHT), fill: simulated ? '#7a4a00' : '#14507a' },
    ],
    texts: [
      { ...text, text: short, x: left / 2, bold: true, within: left - PADDING },
      { ...text, text: words, x: left + right / 2, within: right - PADDING },
    ],
  }
}
