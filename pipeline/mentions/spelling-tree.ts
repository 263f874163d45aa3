import { fold, foldPoint } from './fold.ts'

/** Emphasis is allowed between the parts of a name: "**Dell** XPS". */
export const EMPHASIS = new Set(['*', '`'])

/** A hash of two units into a table of 65,536. */
export function pairOf(first: number, second: number): number {
  return (first * 31 + second) & 0xffff
}

/** A trie of the folded forms of names; nodes are numbered from 0, the root. */
export interface Tree {
  /** By unit: a form begins with it, and a form is only this unit. */
  readonly first: Uint8Array
  readonly single: Uint8Array
  /** By `pairOf`: a form may begin with these two units. */
  readonly pairs: Uint8Array
  /** By name: a form of it has a capital letter. */
  readonly capital: Uint8Array
  /** By node: the name that ends there, or -1. */
  readonly keys: Int32Array
  /** The nodes after which a name has a space. */
  readonly parts: ReadonlySet<number>
  /** By node: the unit that leads to the next node, or -1; most nodes have just that child. */
  readonly next: Int32Array
  readonly edges: Edges
}

/** The other edges in an open-addressing hash table by node and unit. */
interface Edges {
  readonly nodes: Int32Array
  readonly units: Uint16Array
  readonly targets: Int32Array
}

/** Builds a trie of the forms of each name. */
export function buildTree(spellings: readonly (readonly string[])[]): Tree {
  const most = spellings.reduce((sum, forms) => sum + fold(forms.join('')).length, 0)
  const size = 2 ** Math.ceil(Math.log2(2 * spellings.flat().length + 16))
  const tree = {
    first: new Uint8Array(0x10000),
    single: new Uint8Array(0x10000),
    pairs: new Uint8Array(0x10000),
    capital: new Uint8Array(spellings.length),
    keys: new Int32Array(most + 1).fill(-1),
    parts: new Set<number>(),
    next: new Int32Array(most + 1).fill(-1),
    // A form adds at most one edge to them: where it leaves the others.
    edges: {
      nodes: new Int32Array(size).fill(-1),
      units: new Uint16Array(size),
      targets: new Int32Array(size).fill(-1),
    },
  }
  const { first, single, pairs, capital, keys, parts } = tree
  let nodes = 1
  spellings.forEach((forms, key) => {
    for (const form of forms) {
      if (/^\P{L}*\p{Lu}/u.test(form)) capital[key] = 1
      let node = 0
      let folded = ''
      for (const character of form) {
        if (EMPHASIS.has(character)) continue
        for (const part of foldPoint(character.codePointAt(0) ?? 0)) {
          if (part === ' ' || part === '\n') {
            parts.add(node)
            continue
          }
          const unit = part.charCodeAt(0)
          folded += part
          const known = step(tree, node, unit)
          if (known < 0) addEdge(tree, node, unit, nodes++)
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
  return tree
}

/** The node that a unit leads to, or -1. */
export function step({ next, edges }: Pick<Tree, 'next' | 'edges'>, node: number, unit: number): number {
  return next[node] === unit ? node + 1 : (edges.targets[placeOf(edges, node, unit)] ?? -1)
}

function addEdge({ next, edges }: Pick<Tree, 'next' | 'edges'>, node: number, unit: number, target: number): void {
  if (target === node + 1) {
    next[node] = unit
    return
  }
  const at = placeOf(edges, node, unit)
  edges.nodes[at] = node
  edges.units[at] = unit
  edges.targets[at] = target
}

/** The place of an edge in the table: its own, or a free one. */
function placeOf({ nodes, units }: Edges, node: number, unit: number): number {
  const mask = nodes.length - 1
  let at = ((Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 7) & mask
  while (nodes[at] !== -1 && (nodes[at] !== node || units[at] !== unit)) at = (at + 1) & mask
  return at
}
