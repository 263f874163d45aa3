import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { freshApp, freshFolder } from '../fresh-app.ts'

const FILES = {
  'site/.svc-site': 'SECRET marker',
  'site/.hidden/page.html': 'SECRET hidden',
  'site/index.html': '<h1>Index</h1>',
  'site/404.html': '<h1>Not here</h1>',
  'site/404.html.br': 'brotli of it',
  'site/robots.txt': 'User-agent: *',
  'site/sitemap.xml': '<urlset/>',
  'site/_astro/style.css': 'body{}',
  'site/_astro/logo.svg': '<svg/>',
  'site/data.bin': 'x',
  'site/rankings/crm/index.html': '<h1>CRM</h1>',
  'site/rankings/crm/index.html.br': 'brotli of it',
  'site/rankings/crm/index.html.gz': 'gzip of it',
  'site/rankings/crm/embed/index.html': '<h1>Framed</h1>',
  'site/a:b/index.html': '<h1>Odd</h1>',
  'site/empty/.keep': '',
  'outside.txt': 'SECRET outside',
  'site-too/index.html': 'SECRET sibling',
}

async function site() {
  const folder = await freshFolder()
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, ...(await freshApp({ siteDir: join(folder, 'site') })) }
}

describe('files', () => {
  test.each([
    ['/', '<h1>Index</h1>', 'text/html; charset=utf-8'],
    ['/index.html', '<h1>Index</h1>', 'text/html; charset=utf-8'],
    ['/rankings/crm/', '<h1>CRM</h1>', 'text/html; charset=utf-8'],
    ['/rankings/crm/?utm=1', '<h1>CRM</h1>', 'text/html; charset=utf-8'],
    ['/rankings/cr%6D/', '<h1>CRM</h1>', 'text/html; charset=utf-8'],
    ['/robots.txt', 'User-agent: *', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', '<urlset/>', 'application/xml'],
    ['/_astro/style.css', 'body{}', 'text/css; charset=utf-8'],
    ['/_astro/logo.svg', '<svg/>', 'image/svg+xml'],
    ['/data.bin', 'x', 'application/octet-stream'],
  ])('%s', async (path, text, type) => {
    const { get } = await site()
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-length')).toBe(String(text.length))
  })

  test('carry the headers that keep a page harmless, and an id', async () => {
    const { get } = await site()
    for (const [path, headers] of [
      ['/', {}],
      ['/_astro/logo.svg', {}],
      ['/rankings/crm', {}],
      ['/nothing', { accept: 'text/html' }],
    ] as const) {
      const response = await get(path, headers)
      expect(response.headers.get('content-security-policy'), path).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{24}$/)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('go compressed as the build made them, each form with an ETag of its own', async () => {
    const { get } = await site()
    const plain = await get('/rankings/crm/', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    const tags = new Set([plain.headers.get('etag')])
    for (const [accepted, coding, size] of [
      ['gzip, deflate, br, zstd', 'br', '12'],
      ['gzip', 'gzip', '10'],
    ] as const) {
      const response = await get('/rankings/crm/', { 'accept-encoding': accepted })
      expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([coding, size])
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      tags.add(response.headers.get('etag'))
      const etag = response.headers.get('etag') ?? ''
      const again = await get('/rankings/crm/', { 'accept-encoding': accepted, 'if-none-match': etag })
      expect(again.status).toBe(304)
    }
    expect(tags.size).toBe(3)
    expect((await get('/robots.txt', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull()
  })

  test('are cached for good if their name changes with their content, and may be framed only if they are embeds', async () => {
    const { get } = await site()
    const header = async (path: string, name: string) => (await get(path)).headers.get(name)
    expect(await header('/_astro/style.css', 'cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await header('/rankings/crm/', 'cache-control')).toBe('no-cache')
    expect(await header('/rankings/crm/embed/', 'content-security-policy')).toContain('frame-ancestors *')
    expect(await header('/rankings/crm/', 'content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('an unchanged page is 304, HEAD has no body', async () => {
    const { get } = await site()
    const etag = (await get('/')).headers.get('etag') ?? ''
    const unchanged = await get('/', { 'if-none-match': etag })
    expect(unchanged.status).toBe(304)
    expect(await unchanged.text()).toBe('')
    const head = await get('/', {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe('14')
    expect(await head.text()).toBe('')
  })

  test('a page without its closing slash leads to the page', async () => {
    const { get } = await site()
    const response = await get('/rankings/crm?utm=1')
    expect(response.status).toBe(301)
    const to = (path: string) => new URL(response.headers.get('location') ?? '', `https://www.example${path}`).href
    expect(to('/rankings/crm')).toBe('https://www.example/rankings/crm/?utm=1')
    expect(to('/base/rankings/crm')).toBe('https://www.example/base/rankings/crm/?utm=1')
    const odd = (await get('/a:b')).headers.get('location') ?? ''
    expect(new URL(odd, 'https://www.example/a:b').href).toMatch(/^https:\/\/www\.example\/a(:|%3A)b\/$/)
  })

  test('accept only reads', async () => {
    const { get } = await site()
    for (const path of ['/', '/rankings/crm', '/robots.txt']) {
      const response = await get(path, {}, 'POST')
      await assertErrorShape(response, 405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
    }
    await assertErrorShape(await get('/nothing', { accept: 'text/html' }, 'POST'), 404)
  })
})

describe('what is not there', () => {
  test("is the site's own page for a browser, and the error for everyone else", async () => {
    const { get } = await site()
    const page = await get('/nothing', { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toBe('<h1>Not here</h1>')
    const compressed = await get('/nothing', { accept: 'text/html', 'accept-encoding': 'br' })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(await compressed.text()).toBe('brotli of it')
    await assertErrorShape(await get('/nothing', { accept: '*/*' }), 404)
    await assertErrorShape(await get('/nothing'), 404)
    await assertErrorShape(await get('/v1/nothing', { accept: 'text/html' }), 404)
  })

  test.each([
    '/.svc-site',
    '/%2esvc-site',
    '/.hidden/page.html',
    '/empty/',
    '/empty',
    '/robots.txt/',
    '/rankings//crm/',
    '//rankings/crm',
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/%252e%252e%252foutside.txt',
    '/rankings/..%2f..%2f..%2foutside.txt',
    '/..%2fsite-too/',
    '/robots.txt%00.html',
    `/${'x'.repeat(5000)}`,
  ])('%s', async (path) => {
    const { get } = await site()
    const response = await get(path)
    expect(await response.clone().text()).not.toContain('SECRET')
    await assertErrorShape(response, 404)
  })

  test('is what a symbolic link outside or to a dotfile leads to', async () => {
    const { get, folder } = await site()
    await symlink(join(folder, 'outside.txt'), join(folder, 'site/link.txt'))
    await symlink(join(folder, 'site-too'), join(folder, 'site/linked'))
    await symlink('.svc-site', join(folder, 'site/marker.txt'))
    await symlink('robots.txt', join(folder, 'site/.robots.txt'))
    await symlink('loop', join(folder, 'site/loop'))
    await symlink('robots.txt', join(folder, 'site/inside.txt'))
    for (const path of ['/link.txt', '/linked/', '/linked', '/marker.txt', '/.robots.txt', '/loop'])
      await assertErrorShape(await get(path), 404)
    expect(await (await get('/inside.txt')).text()).toBe('User-agent: *')
  })

  test('a site whose folder is itself a symbolic link is served', async () => {
    const { folder } = await site()
    await symlink('site', join(folder, 'current'))
    const { get } = await freshApp({ siteDir: join(folder, 'current') })
    expect(await (await get('/')).text()).toBe('<h1>Index</h1>')
  })

  test('no site yet: 404 for everyone; then it is there, is replaced, and goes', async () => {
    const { folder } = await site()
    const { get } = await freshApp({ siteDir: join(folder, 'live') })
    await assertErrorShape(await get('/', { accept: 'text/html' }), 404)
    await rename(join(folder, 'site'), join(folder, 'live'))
    expect(await (await get('/')).text()).toBe('<h1>Index</h1>')
    await rename(join(folder, 'live'), join(folder, 'old'))
    await rename(join(folder, 'site-too'), join(folder, 'live'))
    expect(await (await get('/')).text()).toBe('SECRET sibling')
    await rm(join(folder, 'live'), { recursive: true })
    await assertErrorShape(await get('/'), 404)
  })
})
