import { fold, foldPoint } from './fold.ts'

/** Emphasis is allowed between the parts of a name: "**Dell** XPS". */
export const EMPHASIS = new Set(['*', '`'])

/** A hash of two units into a table of 65,536. */
export function pairOf(first: number, second: number): number {
  return (first * 31 + second) & 0xffff
}

/** Builds a trie of the folded forms; `parts` are the nodes after which a name has a space. */
export function buildTree(spellings: readonly (readonly string[])[]) {
  const most = spellings.reduce((sum, forms) => sum + fold(forms.join('')).length, 0)
  const edges = createEdges(most)
  const keys = new Int32Array(most + 1).fill(-1)
  const parts = new Set<number>()
  const first = new Uint8Array(0x10000)
  const single = new Uint8Array(0x10000)
  const pairs = new Uint8Array(0x10000)
  const capital = new Uint8Array(spellings.length)
  let nodes = 1
  spellings.forEach((forms, key) => {
    for (const form of forms) {
      if (/^\P{L}*\p{Lu}/u.test(form)) capital[key] = 1
      let node = 0
      let folded = ''
      for (const character of form) {
        if (EMPHASIS.has(character)) continue
        for (const unit of foldPoint(character.codePointAt(0) ?? 0)) {
          if (unit === ' ' || unit === '\n') {
            parts.add(node)
            continue
          }
          const symbol = unit.charCodeAt(0)
          folded += unit
          const known = edges.step(node, symbol)
          if (known < 0) edges.add(node, symbol, nodes++)
          node = known < 0 ? nodes - 1 : known
        }
      }
      if (folded === '') continue
      const [one, two] = [folded.charCodeAt(0), folded.charCodeAt(1)]
      first[one] = 1
      if (Number.isNaN(two)) single[one] = 1
      else pairs[pairOf(one, two)] = 1
      if (keys[node] === -1) keys[node] = key
    }
  })
  return {
    first,
    single,
    pairs,
    capital,
    parts,
    step: edges.step,
    keyAt: (node: number): number => keys[node] ?? -1,
  }
}

/** The edges of a trie in an open-addressing hash table by node and unit; `most` is the maximum number of edges. */
function createEdges(most: number) {
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 16)) - 1
  const nodes = new Int32Array(mask + 1).fill(-1)
  const symbols = new Uint16Array(mask + 1)
  const targets = new Int32Array(mask + 1).fill(-1)
  const placeOf = (node: number, symbol: number): number => {
    let at = (Math.imul(node, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b)) >>> 7
    for (at &= mask; nodes[at] !== -1 && (nodes[at] !== node || symbols[at] !== symbol); ) at = (at + 1) & mask
    return at
  }
  return {
    step: (node: number, symbol: number): number => targets[placeOf(node, symbol)] ?? -1,
    add: (node: number, symbol: number, target: number): void => {
      const at = placeOf(node, symbol)
      nodes[at] = node
      symbols[at] = symbol
      targets[at] = target
    },
  }
}
