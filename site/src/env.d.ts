/** The address of the store; set by site/build.ts only in the process, never written to a file. */
declare var svcDatabase: string | undefined
/** The site's public address, without a trailing slash. */
declare const __SVC_SITE_URL__: string
/** The folder of the templates. */
declare const __SVC_TEMPLATES__: string
