/** The page of a report, open to anyone who has its address; `siteUrl` has no trailing slash. */
export function reportUrl(siteUrl: string, slug: string): string {
  return `${siteUrl}/r/${slug}`
}

/** The API's status of a report; `baseUrl` has no trailing slash. */
export function statusUrl(baseUrl: string, slug: string): string {
  return `${baseUrl}/v1/reports/${slug}/status`
}

/** The page of a category's latest month, or of the given month. */
export function rankingUrl(siteUrl: string, slug: string, month?: string): string {
  return `${siteUrl}/rankings/${slug}/${month === undefined ? '' : `${month}/`}`
}
