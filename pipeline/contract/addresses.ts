/** The public addresses of the service; every base comes without a slash at its end. */

/** The page of a report, which opens for everyone who has its address. */
export function reportUrl(siteUrl: string, slug: string): string {
  return `${siteUrl}/r/${slug}`
}

/** Where the API tells how far a report is. */
export function statusUrl(baseUrl: string, slug: string): string {
  return `${baseUrl}/v1/reports/${slug}/status`
}

/** The page of a category's latest month, or of the month that is named. */
export function rankingUrl(siteUrl: string, slug: string, month?: string): string {
  return month === undefined ? `${siteUrl}/rankings/${slug}/` : `${siteUrl}/rankings/${slug}/${month}/`
}
