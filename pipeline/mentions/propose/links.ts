import { getDomain } from 'tldts'
import type { AnswerText } from '../names/brand.ts'
import { isHost } from '../text/clean.ts'
import { likenessOf } from '../words/cjk-words.ts'
import { foldKey } from '../words/fold.ts'

const LINK = /(?<!!)\[([^\]\n]{2,60})\]\(\s*<?([^)\s>]+)/g

/** The links whose label is the own label of the domain that they lead to: "[Flux](https://fluxcd.io)" is Flux of fluxcd.io. */
export function ownLinks(text: string): { label: string; domain: string }[] {
  return [...text.matchAll(LINK)].flatMap(([, label = '', target = '']) => {
    const name = label.replace(/[*_`]+/g, '').trim()
    const domain = getDomain(target)
    const own = domain === null ? '' : foldKey(domain.replace(/\..*$/, ''))
    // "Flux" of fluxcd.io, "Pact Coffee" of pactcoffee.co.uk.
    const named = own === foldKey(name) || (foldKey(name).length > 3 && own.startsWith(foldKey(name)))
    return domain !== null && !isHost(name) && named ? [{ label: name, domain }] : []
  })
}

/**
 * In Chinese, Japanese and Korean: the labels of links to a site's first page that look like a name, as in
 * "[弥生](https://www.yayoi-kk.co.jp/)".
 */
export function linkedNames(text: string, kinds: ReadonlySet<string>): string[] {
  return [...text.matchAll(LINK)].flatMap(([, label = '', target = '']) => {
    const name = label.replace(/[*_`]+/g, '').trim()
    const root = /^https?:\/\/[^/?#]+\/?(?:[a-z-]{2,12}\/?)?$/i.test(target)
    return root && name.length < 13 && !isHost(name) && likenessOf(name, kinds) !== 'none' ? [name] : []
  })
}

/** The cited domains by their own label: fluxcd.io by "fluxcd", the first of the alphabet where several have the same. */
export function ownLabels(answers: readonly AnswerText[]): Map<string, string> {
  const labels = new Map<string, string>()
  for (const { domain } of answers.flatMap((answer) => answer.citations)) {
    if (domain === null) continue
    const label = foldKey(domain.replace(/\..*$/, ''))
    const known = labels.get(label)
    if (known === undefined || domain < known) labels.set(label, domain)
  }
  return labels
}

const WORKED_WITH =
  /(?<![\p{L}\p{N}])(?:[Ww]ith|[Mm]it|[Aa]vec|[Cc]on|[Cc]om|[Mm]et) ([a-z0-9-]{2,40}(?:\.[a-z]{2,12}){1,2})(?=[ ,])/gu

/** The hosts that stand for what somebody works with: "With acme.io you get two seats". */
export function workedWith(text: string): string[] {
  return [...text.matchAll(WORKED_WITH)].map(([, host = '']) => host).filter(isHost)
}
