import { wordClass } from './fold.ts'

/** A text's UTF-16 units, and the offsets at which a name and hidden text may begin; valid until the next text is scanned. */
export interface Scan {
  readonly units: Uint16Array
  readonly names: Int32Array
  readonly hidden: Int32Array
}

/** Characters at which hidden text begins; the private-use ones are in citation tokens. */
const HIDING = /[[<`@/【\ue200-\ue2ff]/
const CLASSES = ['none', 'spaced', 'katakana', 'hangul', 'unspaced'] as const
/** Lower-case letters and digits. */
const LOWER = 1
/** Characters at which a name can always begin: those of scripts without spaces, and symbols that start a name. */
const ANYWHERE = 4
const UPPER = 5
/** A character's kind is its class and three bits: a name or hidden text may begin at it, or no text had it before. */
const CLASS = 7
const NAME_BIT = 3
const HIDDEN_BIT = 4
const KIND_BITS = 6
const NEW = 1 << 5
/** By the kinds of two characters in a row, 1 if a name or hidden text may begin at the second, or it is new. */
const MARKS = Uint8Array.from({ length: 1 << (2 * KIND_BITS) }, (_, pair) => {
  const [before, of] = [(pair >> KIND_BITS) & CLASS, pair & CLASS]
  const isStart = of !== 0 && (of !== before || of === ANYWHERE) && (of !== LOWER || before !== UPPER)
  return (pair & (NEW | (1 << HIDDEN_BIT))) !== 0 || (isStart && (pair & (1 << NAME_BIT)) !== 0) ? 1 : 0
})

/** Returns a function that scans a text in one pass; `startsName` tells whether a name can begin with a UTF-16 unit. */
export function createScanner(startsName: (unit: number) => boolean): (text: string) => Scan {
  const kinds = new Uint8Array(0x10000).fill(NEW)
  let units = new Uint16Array(0)
  let marked = new Int32Array(0)
  let names = new Int32Array(0)
  let hidden = new Int32Array(0)

  const kindOf = (unit: number): number => {
    const character = String.fromCharCode(unit)
    const isStart = startsName(unit)
    let of: number = unit >= 0xd800 && unit <= 0xdfff ? ANYWHERE : CLASSES.indexOf(wordClass(unit))
    if (of === 0 && isStart) of = ANYWHERE
    if (of === LOWER && /\p{Lu}/u.test(character)) of = UPPER
    return of | (Number(isStart) << NAME_BIT) | (Number(HIDING.test(character)) << HIDDEN_BIT)
  }

  return function scan(text) {
    if (text.length > units.length) {
      units = new Uint16Array(text.length)
      marked = new Int32Array(text.length)
      names = new Int32Array(text.length)
      hidden = new Int32Array(text.length)
    }
    Buffer.from(units.buffer).write(text, 'utf16le')
    const count = markUnits(units, text.length, kinds, marked)
    let nameCount = 0
    let hiddenCount = 0
    let all = 0
    for (let k = 0; k < count; k += 1) {
      const at = marked[k] ?? 0
      const kind = kinds[units[at] ?? 0] ?? 0
      all |= kind
      names[nameCount] = at
      nameCount += (kind >> NAME_BIT) & 1
      hidden[hiddenCount] = at
      hiddenCount += (kind >> HIDDEN_BIT) & 1
    }
    if ((all & NEW) === 0)
      return { units, names: names.subarray(0, nameCount), hidden: hidden.subarray(0, hiddenCount) }
    for (const unit of units.subarray(0, text.length)) if (kinds[unit] === NEW) kinds[unit] = kindOf(unit)
    return scan(text)
  }
}

/** Scans a text for hidden text only. */
export const scanForHidden = createScanner(() => false)

/**
 * Writes the offsets of what `MARKS` marks, and returns how many. Neither this loop nor the one over its marks has a
 * branch, as most would be predicted wrongly.
 */
function markUnits(units: Uint16Array, length: number, kinds: Uint8Array, offsets: Int32Array): number {
  let count = 0
  let before = 0
  for (let at = 0; at < length; at += 1) {
    const kind = kinds[units[at] ?? 0] ?? 0
    offsets[count] = at
    count += MARKS[(before << KIND_BITS) | kind] ?? 0
    before = kind
  }
  return count
}
