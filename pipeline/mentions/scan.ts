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
const NEW = 6
const CLASS_BITS = 7
/** Are added to the class of a character at which a name or hidden text may begin. */
const STARTS_NAME = 8
const STARTS_HIDDEN = 16
/** By the classes of two characters in a row, 1 if a name or hidden text may begin at the second, or it is new. */
const MARKS = Uint8Array.from({ length: 0x100 }, (_, pair) => {
  const [before, of] = [pair >> 5, pair & CLASS_BITS]
  const isStart = of !== 0 && (of !== before || of === ANYWHERE) && (of !== LOWER || before !== UPPER)
  return of === NEW || (isStart && (pair & STARTS_NAME) !== 0) || (pair & STARTS_HIDDEN) !== 0 ? 1 : 0
})

/** Returns a function that scans a text in one pass; `startsName` tells whether a name can begin with a UTF-16 unit. */
export function createScanner(startsName: (unit: number) => boolean): (text: string) => Scan {
  const classes = new Uint8Array(0x10000).fill(NEW)
  let units = new Uint16Array(0)
  let names = new Int32Array(0)
  let hidden = new Int32Array(0)

  const learn = (unit: number): void => {
    const character = String.fromCharCode(unit)
    const isStart = startsName(unit)
    let of: number = unit >= 0xd800 && unit <= 0xdfff ? ANYWHERE : CLASSES.indexOf(wordClass(unit))
    if (of === 0 && isStart) of = ANYWHERE
    if (of === LOWER && /\p{Lu}/u.test(character)) of = UPPER
    classes[unit] = of | (isStart ? STARTS_NAME : 0) | (HIDING.test(character) ? STARTS_HIDDEN : 0)
  }

  return function scan(text) {
    if (text.length > units.length) {
      units = new Uint16Array(text.length)
      names = new Int32Array(text.length)
      hidden = new Int32Array(text.length)
    }
    Buffer.from(units.buffer).write(text, 'utf16le')
    let nameCount = 0
    let hiddenCount = 0
    let isNew = false
    for (const at of markUnits(units, text.length, classes, names)) {
      const unit = units[at] ?? 0
      const of = classes[unit] ?? NEW
      if (of === NEW) {
        learn(unit)
        isNew = true
      }
      if ((of & STARTS_HIDDEN) !== 0) hidden[hiddenCount++] = at
      if ((of & STARTS_NAME) !== 0) names[nameCount++] = at
    }
    if (isNew) return scan(text)
    return { units, names: names.subarray(0, nameCount), hidden: hidden.subarray(0, hiddenCount) }
  }
}

/** Scans a text for hidden text only. */
export const scanForHidden = createScanner(() => false)

/** Writes the offsets of what `MARKS` marks, and returns them. It has no branch, as most would be predicted wrongly. */
function markUnits(units: Uint16Array, length: number, classes: Uint8Array, offsets: Int32Array): Int32Array {
  let count = 0
  let before = 0
  for (let at = 0; at < length; at += 1) {
    const of = classes[units[at] ?? 0] ?? 0
    offsets[count] = at
    count += MARKS[((before & CLASS_BITS) << 5) | of] ?? 0
    before = of
  }
  return offsets.subarray(0, count)
}
