import { systemClock } from '../../pipeline/ask/clock.ts'
import type { Config } from '../../pipeline/config/config.ts'
import type { Store } from '../../pipeline/store/driver/open.ts'
import type { QuestionHash } from '../../pipeline/store/ranking/question-hashes.ts'
import { lastChecked, publishedMonths } from '../../pipeline/store/ranking/rankings.ts'
import { CommandError } from '../terminal/output.ts'
import { bundlesFolder } from './bundles.ts'
import { DEFAULT_PORT } from './defaults.ts'

/** The site's public address; defaults to where `svc serve` listens. */
export function publicSiteUrl(config: Config): string {
  return config.siteUrl ?? `http://127.0.0.1:${DEFAULT_PORT}`
}

/** The API's public address, likewise. */
export function publicBaseUrl(config: Config): string {
  return config.baseUrl ?? `http://127.0.0.1:${DEFAULT_PORT}`
}

/** Publishes the site if the store has a published ranking; otherwise an older site stays. */
export async function publishSiteOf(config: Config, db: Store): Promise<void> {
  if ((await publishedMonths(db)).length === 0) return
  await buildSite(config, config.siteDir)
}

/** Whether the published site is up to date with the store, or the store has no ranking to show. */
export async function isSiteCurrent({ siteDir }: Config, db: Store): Promise<boolean> {
  const { builtAt } = await import('../../site/publish.ts')
  const [last, built] = [await lastChecked(db), await builtAt(siteDir)]
  return last === undefined || (built !== undefined && built >= last)
}

/** Builds and publishes the site into a folder; returns the number of pages. Throws CommandError if it is refused. */
export async function buildSite(config: Config, siteDir: string): Promise<number> {
  const { publishSite } = await import('../../site/publish.ts')
  try {
    const { database, dataLicense, signingKey } = config
    const key = signingKey && (await import('../../pipeline/bundle/keys.ts')).signerOf(signingKey).publicKey
    const bundles = bundlesFolder(config)
    const site = { database, siteDir, siteUrl: publicSiteUrl(config), dataLicense, bundles, signingKey: key }
    return (await publishSite(site)).pages
  } catch (fault) {
    throw fault instanceof Error && fault.name === 'SiteRefusal' ? new CommandError(fault.message) : fault
  }
}

/** Returns a function that publishes the hashes of a month's questions on the site, which is built if there is none. */
export function hashesShown(
  config: Config,
  say: (sentence: string) => void,
): (month: string, hashes: readonly QuestionHash[]) => Promise<number | null> {
  return async (month, hashes) => {
    const { showHashes } = await import('../../site/publish.ts')
    try {
      const shown = await showHashes(config.siteDir, month, hashes, systemClock.now)
      if (shown !== null) return shown
      await buildSite(config, config.siteDir)
      return await showHashes(config.siteDir, month, hashes, systemClock.now)
    } catch (fault) {
      // The month is asked anyway, and its bundle says that the hash wasn't published.
      const why = fault instanceof CommandError ? ` ${fault.message}` : ''
      say(`The hashes of the questions could not be published before they are asked; check SVC_SITE_DIR.${why}`)
      return null
    }
  }
}
