/**
 * Builds the site in a process of its own: `node build.ts <database> <outDir> <cacheDir> <siteUrl>`. Started by
 * publish.ts, whose end of standard input closes when that process dies, and this one with it.
 */
import { build } from 'astro'

const [database, outDir, cacheDir, siteUrl] = process.argv.slice(2)
if (database === undefined || outDir === undefined || cacheDir === undefined || siteUrl === undefined)
  throw new Error('build.ts takes a database, two folders and an address.')

process.stdin.on('end', () => process.exit(1)).resume()
const { origin, pathname } = new URL(siteUrl)
try {
  await build({
    root: import.meta.dirname,
    logLevel: 'error',
    site: origin,
    base: pathname,
    outDir,
    cacheDir,
    vite: {
      cacheDir: `${cacheDir}/vite`,
      // The pages' code is run from the outDir, where no node_modules is above it.
      environments: { prerender: { resolve: { noExternal: true } } },
      define: {
        __SVC_DATABASE__: JSON.stringify(database),
        __SVC_SITE_URL__: JSON.stringify(siteUrl.replace(/\/+$/, '')),
      },
    },
  })
  process.exit(0)
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exit(1)
}
