import { createLines, type InLine } from '../cues/in-line.ts'
import { isListed } from '../cues/listed.ts'
import type { Scene } from '../cues/scene.ts'
import { isWrittenSo, letters } from '../find/finder.ts'
import type { Decided } from './decided.ts'
import { kindOf } from './kind.ts'
import { placeAt } from './place.ts'

/** A place where the product's name stands, what the rules decided there, and whether a choice heads a line there. */
export type OwnPlace = Decided & { readonly isHead: boolean }

const PARTS = 6
const MOST_PLACES = 2
const MOST_CAPITALS = 6
const QUOTED = /["“„«「『‘][*_]*$/

/**
 * What is looked at where it is weighed whether an answer names the product, each as `property:value`, once: of the whole
 * answer, of the first place that the rules count, of any that they count, of any that they refuse. `places` are all where its name
 * stands, in order.
 */
export function productProperties(scene: Scene, places: readonly OwnPlace[]): string[] {
  const [first] = places
  if (first === undefined) return []
  const { clean, answer } = scene
  const inLine = createLines(clean)
  const read = places.map((place) => ({ ...place, properties: propertiesAt(scene, place, inLine(place.match.start)) }))
  const [counted, refused] = [read.filter((place) => place.counted), read.filter((place) => !place.counted)]
  const firstCounted = counted.at(0) ?? first
  const part = Math.floor((PARTS * firstCounted.match.start) / clean.length) + 1
  const several = Math.min(MOST_PLACES, counted.length)
  const { domain } = first.match.pattern.brand
  const properties = [
    `part:${part}`,
    `part, counted:${part} ${several}`,
    `refused:${Math.min(MOST_PLACES, refused.length)}`,
    `cited:${domain !== null && answer.citations.some((page) => page.domain === domain)}`,
    `heads, counted:${counted.some(({ isHead }) => isHead)} ${several}`,
    ...(counted.at(0)?.properties ?? []).map((property) => `first ${property}`),
    ...counted.flatMap((place) => place.properties.map((property) => `some ${property}`)),
    ...refused.flatMap((place) => place.properties.map((property) => `refused ${property}`)),
  ]
  return [...new Set(properties)]
}

function propertiesAt(scene: Scene, { match, ...decided }: OwnPlace, line: InLine): string[] {
  const { start, end } = match
  const text = scene.clean.slice(start, end)
  const written = caseOf(text, match.pattern.brand.spellings, match.pattern.written)
  const kind = kindOf(text, scene)
  const { before, after, layout, left, right } = placeAt(scene.clean, start, end, line)
  const capitals = `${before} ${after}`.match(/(?<=[\p{L},;] )\p{Lu}/gu)?.length ?? 0
  return [
    `left:${left}`,
    `right:${right}`,
    `written:${written}`,
    `kind:${kind}`,
    `place:${layout}`,
    `capitals:${Math.min(MOST_CAPITALS, capitals)}`,
    `why:${decided.counted ? match.rule : decided.reason}`,
    `written, right:${written} ${right}`,
    `place, right:${layout} ${right}`,
    `kind, written:${kind} ${written}`,
    `kind, place:${kind} ${layout}`,
    `listed:${isListed(scene, match)}`,
    ...(QUOTED.test(before) ? ['quoted:true'] : []),
  ]
}

/** How it is written, beside how the product is: with its letters, in capitals, small. */
function caseOf(text: string, spellings: readonly string[], written: ReadonlySet<string>): string {
  if (spellings.includes(text)) return 'exact'
  if (isWrittenSo(written, letters(text))) return 'letters'
  if (/\p{Lu}/u.test(text)) return /\p{Ll}/u.test(text) ? 'other' : 'capitals'
  return /\p{Ll}/u.test(text) ? 'small' : 'other'
}
