/** The store that the build reads, or null where there is none; filled in by site/build.ts. */
declare const __SVC_DATABASE__: string | null
/** The site's public address, without a slash at its end. */
declare const __SVC_SITE_URL__: string
