import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** The licences of packages whose package.json only points to a file, as a person read them. */
const READ: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream-Vera' }

/** What `npm ci --omit=dev` installs, on whatever machine: the lock file has each package.json's licence. */
const shipped = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
  .map(([path, { version = '', license = 'none' }]) => {
    const name = nameOf(path)
    return { name, version, license: READ[name] ?? license }
  })
  .sort((a, b) => (a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name)))

/** Licences that ask only for their notice; MPL-2.0 binds its own files, which are passed on as they are. */
const PERMITTED = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BSL-1.0',
    'Bitstream-Vera',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['MPL-2.0', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
]

test('nothing is shipped under a licence that binds what it is shipped with', () => {
  const others = shipped.filter(({ license }) => !idsOf(license).every((id) => PERMITTED.includes(id)))
  expect(others.map(({ name }) => name)).toEqual([])
})

test('each package that is installed has the licence that the list says', () => {
  for (const [path, { license = 'none', dev, link }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || dev === true || link === true) continue
    const own = manifestOf(path)
    if (own !== undefined) expect([path, own]).toEqual([path, license])
  }
})

test('THIRD-PARTY.md lists what is shipped', async () => {
  const rows = shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const page = `# What others wrote

The packages that \`npm ci --omit=dev\` installs, whatever the machine, each with its licence, whose text lies in the package. \`node\` brings the
program Node.js, whose licences its own file \`LICENSE\` holds.
\`npx vitest run --project sqlite test/third-party.test.ts -u\` writes this page.

| package | version | licence |
|---|---|---|
${[...new Set(rows)].join('\n')}
`
  await expect(page).toMatchFileSnapshot('../THIRD-PARTY.md')
})

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function idsOf(license: string): string[] {
  return license.replaceAll(/[()]/g, '').split(/ AND | OR /)
}

/** The licence in an installed package's own package.json; undefined where this machine has no use for the package. */
function manifestOf(path: string): unknown {
  try {
    const manifest = JSON.parse(readFileSync(new URL(`../${path}/package.json`, import.meta.url), 'utf8'))
    return manifest.license ?? 'none'
  } catch {
    return undefined
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
