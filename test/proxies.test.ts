import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../server/listen.ts'
import { freshApp, freshFolder } from './server/fresh-app.ts'
import { INSTALLED, readSample, runProxy } from './support/process/proxy.ts'

const FILES = {
  '.svc-site': 'marker',
  'index.html': '<h1>Index</h1>',
  '404.html': '<h1>Not here</h1>',
  'feed.xml': '<feed/>',
  'robots.txt': 'User-agent: *',
  '_astro/style.css': 'body{}',
  '_astro/style.css.gz': 'gzip of it',
  '_astro/search.js': 'search()',
  'rankings/crm/index.html': '<h1>CRM</h1>',
  'rankings/crm/index.html.br': 'brotli of it',
  'rankings/crm/index.html.gz': 'gzip of it, longer',
  'rankings/crm/embed/index.html': '<h1>Framed</h1>',
  'rankings/crm/brands.csv': 'brand',
  'rankings/crm/ranking.json': '{}',
  'rankings/crm/figure.svg': '<svg/>',
  'rankings/crm/figure.png': 'png',
  'rankings/crm/badges/acme.svg': '<svg/>',
}

/** Requests by path and Accept-Encoding, of the site and of what a proxy passes on. */
const REQUESTS: readonly (readonly [path: string, accepted: string])[] = [
  ...Object.keys(FILES).flatMap((file) => (/\.(br|gz)$/.test(file) ? [] : [[`/${file}`, 'identity'] as const])),
  ...['gzip', 'gzip;q=0', 'identity'].map((accepted) => ['/rankings/crm/', accepted] as const),
  ['/_astro/style.css', 'gzip'],
  ...['/', '/rankings/crm/embed/', '/rankings/crm/embed/?utm=1', '/rankings/crm/badges/'].map(plain),
  ...['/nothing', '/_astro/nothing.css', '/%2esvc-site'].map(plain),
  ...['/v1/rankings', '/v1/rankings/crm/brands.csv', '/api/v1/rankings', '/r/nothing'].map(plain),
]
/** What a proxy sends as the program's own server does, besides the type. */
const HEADERS = [
  'content-encoding',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
]

function plain(path: string): readonly [string, string] {
  return [path, 'identity']
}

async function servedSite() {
  const site = join(await freshFolder(), 'site')
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), content)
  }
  return { site, ...(await freshApp({ siteDir: site })) }
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a browser would get, still compressed. */
async function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html', ...headers } }).end()
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** What has to be the same; XML and scripts have two good types each. */
function comparable({ status, headers, body }: Answer): unknown {
  const type = headers['content-type']?.replace(/(application|text)\/(xml|javascript)(; charset=utf-8)?/, '$2')
  return { status, type, body, ...Object.fromEntries(HEADERS.map((name) => [name, headers[name]])) }
}

for (const name of INSTALLED)
  test(`${name}, set up as its sample, answers as the program's own server does`, async () => {
    const { site, app } = await servedSite()
    const own = await listen(app, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => own.close())
    const { port, codings } = await runProxy(name, site, own.address.port)
    for (const [path, accepted] of REQUESTS) {
      const headers = { 'accept-encoding': accepted }
      const wanted = await get(own.address.port, path, headers)
      const answer = await get(port, path, headers)
      expect(comparable(answer), `${path} as ${accepted}`).toEqual(comparable(wanted))
      if (wanted.headers.etag === undefined) continue
      const again = await get(port, path, { ...headers, 'if-none-match': answer.headers.etag ?? '' })
      expect(again.status, `${path} again`).toBe(304)
    }
    const tags = new Set<string | undefined>()
    for (const coding of codings) {
      const { headers } = await get(port, '/rankings/crm/', { 'accept-encoding': coding })
      expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding'])
      tags.add(headers.etag)
    }
    expect(tags.size).toBe(codings.length)
    const { status, headers } = await get(port, '/rankings/crm')
    expect([status === 301 || status === 308, headers.location]).toEqual([true, '/rankings/crm/'])
  })

test('the samples set the headers that the program’s own server sends, and pass on what only it answers', async () => {
  const { get } = await servedSite()
  const frames = "frame-ancestors 'none' frame-ancestors *"
  const samples = [readSample('Caddyfile'), readSample('nginx.conf').replace('frame-ancestors $site_frames', frames)]
  for (const path of ['/', '/rankings/crm/embed/', '/_astro/style.css'])
    for (const header of HEADERS.slice(1))
      for (const sample of samples) {
        expect(sample).toMatch(new RegExp(header, 'i'))
        for (const part of (await get(path)).headers.get(header)?.split('; ') ?? ['none'])
          expect(sample, `${header} of ${path}`).toContain(part)
      }
  for (const base of ['/v1/', '/api/v1/', '/r/']) for (const sample of samples) expect(sample).toContain(` ${base}`)
})
