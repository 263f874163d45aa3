import { Feed } from 'feed'
import { headline, plainText } from '../pipeline/contract/headline.ts'
import { marketBeside } from '../pipeline/contract/market/market-words.ts'
import { askedLater, changeVerdict, monthAsked } from '../pipeline/contract/wording.ts'
import { escapeHtml } from '../templates/escape.ts'
import { monthUrl } from './src/quote.ts'
import { latestFirst, type MonthSummary, type SiteView } from './src/views.ts'
import type { SiteFile } from './write.ts'

const ENTRIES = 50

/** An Atom feed (RFC 4287) of the months published last; `path` is the feed's own and `page` its page's, both relative to the site. */
export function atomFeed(
  site: SiteView,
  { title, path, page, months }: { title: string; path: string; page: string; months: readonly MonthSummary[] },
): SiteFile {
  const latest = latestFirst(months).slice(0, ENTRIES)
  const feed = new Feed({
    // The package writes this title as text, and those of entries as HTML.
    title,
    author: { name: 'Answer engine rankings', link: `${site.url}/` },
    id: `${site.url}/${path}`,
    link: `${site.url}/${page}`,
    feedLinks: { atom: `${site.url}/${path}` },
    updated: new Date(latest[0]?.checkedAt ?? 0),
    copyright: site.dataLicense,
    generator: 'svc',
  })
  for (const month of latest)
    feed.addItem({
      title: escapeHtml(
        `${month.simulated ? 'Simulated: ' : ''}${month.category}${marketBeside(month)}, ${monthAsked(month)}`,
      ),
      // A version of a month never changes.
      id: `${monthUrl(month)}#version-${month.version}`,
      link: monthUrl(month),
      date: new Date(month.checkedAt),
      content: contentOf(month),
    })
  return { path, content: feed.atom1() }
}

function contentOf(month: MonthSummary): string {
  const moved = month.brands.flatMap(({ name, change }) =>
    change?.moved === true ? [`${name} ${changeVerdict(change)}`] : [],
  )
  const later = askedLater(month)
  const sentences = [
    ...(month.simulated ? ['Simulated data: no conclusions may be drawn from it.'] : []),
    plainText(headline(month)),
    ...(later === undefined ? [] : [later]),
    ...(moved.length > 0 ? [`Moved since the month before: ${moved.join(', ')}.`] : []),
  ]
  return sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('')
}
