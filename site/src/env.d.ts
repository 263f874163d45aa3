/** The store that the build reads, where there is one; set by site/build.ts in the process alone, and in no file of the build. */
declare var svcDatabase: string | undefined
/** The site's public address, without a slash at its end. */
declare const __SVC_SITE_URL__: string
/** The folder of the templates. */
declare const __SVC_TEMPLATES__: string
