import { rankingUrl } from '../../pipeline/contract/addresses.ts'
import { headline, plainText } from '../../pipeline/contract/headline.ts'
import { marketOf } from '../../pipeline/contract/market/market.ts'
import { countryName, inMarket } from '../../pipeline/contract/market/market-words.ts'
import { askedLater, monthAsked } from '../../pipeline/contract/wording.ts'
import { ENGINE_LABELS } from '../../pipeline/contract/words.ts'
import { monthUrl } from './quote.ts'
import type { MonthView, SiteView } from './views.ts'

/** The addresses of the licences that a site is likely to choose. */
const LICENSES: Readonly<Record<string, string>> = {
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC BY-NC 4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
}

/** The address of the data's licence; undefined for one that isn't widely known. */
export function licenseUrl(license: string): string | undefined {
  return LICENSES[license] ?? (/^https:\/\/\S+$/.test(license) ? license : undefined)
}

/** A month as a schema.org Dataset (https://schema.org/Dataset), as JSON that is safe in a script element. */
export function datasetJson(site: SiteView, { ranking, check }: MonthView): string {
  const { category, month, asked, checkedAt, version, simulated, searches, engines } = ranking
  const url = monthUrl(ranking)
  const distribution = (name: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `${url}${name}`,
  })
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: `Brands that AI answer engines name about ${category}${inMarket(ranking)}, ${monthAsked(ranking)}`,
    description: `${simulated ? 'Simulated data. ' : ''}${plainText(headline(ranking))} With every answer behind every count.`,
    url,
    version: String(version),
    dateModified: checkedAt,
    temporalCoverage: askedLater(ranking) === undefined ? month : `${asked?.from}/${asked?.until}`,
    inLanguage: marketOf(ranking).language,
    spatialCoverage: countryName(marketOf(ranking)),
    keywords: [category, ...engines.map((engine) => ENGINE_LABELS[engine])],
    variableMeasured: 'Answers that name a brand, out of the counted answers',
    measurementTechnique: `${site.url}/method/`,
    isAccessibleForFree: true,
    license: licenseUrl(site.dataLicense) ?? site.dataLicense,
    creator: { '@type': 'Organization', name: 'Answer engine rankings', url: `${site.url}/` },
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Answer engine rankings', url: `${site.url}/rankings/` },
    isPartOf: rankingUrl(site.url, ranking.slug),
    distribution: [
      distribution('ranking.json', 'application/json'),
      distribution('brands.csv', 'text/csv'),
      ...(searches === undefined ? [] : [distribution('searches.csv', 'text/csv')]),
      distribution('figure.svg', 'image/svg+xml'),
      distribution('figure.png', 'image/png'),
      ...(check.bundleBytes === undefined ? [] : [distribution('bundle.jsonl.gz', 'application/gzip')]),
    ],
  }
  return JSON.stringify(dataset).replaceAll('<', '\\u003c')
}
