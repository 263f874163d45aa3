import type { ReportSource } from '../contract/report.ts'
import type { Citation } from '../contract/terms.ts'

/** The kind of a third party's page. */
export type PageKind = Exclude<ReportSource['kind'], 'own' | 'rival'>

/** Sites of the four kinds that are often cited, by registrable domain. */
const KNOWN: Readonly<Record<Exclude<PageKind, 'other'>, string>> = {
  community:
    'reddit.com quora.com stackexchange.com stackoverflow.com superuser.com serverfault.com ycombinator.com ' +
    'facebook.com x.com twitter.com threads.net bsky.app mastodon.social discord.com discourse.org linkedin.com ' +
    'instagram.com pinterest.com indiehackers.com spiceworks.com dev.to github.com gitlab.com slack.com telegram.org ' +
    'lemmy.world mumsnet.com gutefrage.net zhihu.com naver.com',
  video: 'youtube.com youtu.be vimeo.com tiktok.com twitch.tv dailymotion.com bilibili.com rumble.com loom.com',
  review:
    'g2.com capterra.com trustpilot.com trustradius.com getapp.com softwareadvice.com gartner.com peerspot.com ' +
    'sourceforge.net producthunt.com alternativeto.net saasworthy.com softwaresuggest.com crozdesk.com featuredcustomers.com ' +
    'goodfirms.co clutch.co slashdot.org omr.com softwareworld.co financesonline.com yelp.com tripadvisor.com ' +
    'consumerreports.org rtings.com which.co.uk test.de bbb.org glassdoor.com reviews.io sitejabber.com stackshare.io ' +
    'runrepeat.com',
  editorial:
    'techradar.com forbes.com pcmag.com cnet.com zdnet.com theverge.com wired.com tomsguide.com engadget.com ' +
    'techcrunch.com nytimes.com wsj.com theguardian.com bbc.com bbc.co.uk cnn.com bloomberg.com businessinsider.com ' +
    'businessnewsdaily.com nerdwallet.com investopedia.com zapier.com medium.com substack.com wikipedia.org ' +
    'usnews.com fastcompany.com inc.com entrepreneur.com venturebeat.com arstechnica.com lifehacker.com makeuseof.com ' +
    'digitaltrends.com cloudwards.net techrepublic.com runnersworld.com outdoorgearlab.com',
}
const KIND_OF = new Map(
  (['editorial', 'review', 'video', 'community'] as const).flatMap((kind) =>
    KNOWN[kind].split(' ').map((domain) => [domain, kind] as const),
  ),
)

/** The kind that an address reveals; the first match counts. */
const SHAPES: readonly (readonly [PageKind, RegExp])[] = [
  ['video', /^\/watch(?:\/|\?|$)|^\/(?:videos?|shorts)\//i],
  ['community', /^\/(?:t|r|threads?|topics?|questions?|forums?|community|discussions?)\//i],
  ['review', /\breviews?\b|\/compare\/|-vs-/i],
  ['editorial', /^\/(?:blog|news|articles?|guides?|magazine|stories)\/|\b(?:best|top-\d+|alternatives)\b/i],
]
const HOST_SHAPES: readonly (readonly [PageKind, RegExp])[] = [
  ['community', /(?:^|\.)(?:forums?|community|communities|discuss|discourse|boards?)\./i],
  ['video', /(?:^|\.)videos?\.|tube\./i],
  ['review', /reviews?\./i],
  ['editorial', /(?:^|\.)(?:blog|news|magazine)\./i],
]

/** The precedence of kinds where pages of one domain disagree. */
const ORDER: readonly PageKind[] = ['video', 'community', 'review', 'editorial', 'other']

/** The kind of a third party's domain: a known one, or that of most of its cited pages. */
export function kindOfDomain(domain: string, pages: readonly Citation[]): PageKind {
  const known = KIND_OF.get(domain)
  if (known !== undefined) return known
  const kinds = pages.map(kindOfPage)
  const count = (kind: PageKind) => kinds.filter((each) => each === kind).length
  return ORDER.toSorted((a, b) => count(b) - count(a))[0] ?? 'other'
}

function kindOfPage({ url }: Citation): PageKind {
  const address = URL.parse(url)
  if (address === null) return 'other'
  const path = address.pathname + address.search
  const byHost = HOST_SHAPES.find(([, shape]) => shape.test(address.hostname))
  return (byHost ?? SHAPES.find(([, shape]) => shape.test(path)))?.[0] ?? 'other'
}
