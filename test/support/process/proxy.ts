import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { onTestFinished } from 'vitest'

/** A sample of deploy/, as it is. */
export const readSample = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

/** Where a proxy finds what it serves, and where it listens. */
interface Place {
  readonly site: string
  readonly port: number
  readonly ownPort: number
}

/** The sample with its folder and the address behind it. */
const adapt = (name: string, { site, ownPort }: Place) =>
  readSample(name).replaceAll('/var/lib/svc/site', site).replaceAll('127.0.0.1:8080', `127.0.0.1:${ownPort}`)

function caddyConfig(place: Place): string {
  return `{
	admin off
}
${adapt('Caddyfile', place).replace('rankings.example', `http://127.0.0.1:${place.port}`)}`
}

/** Where Debian keeps it; nginx doesn't say what it could load. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const hasBrotli = existsSync(BROTLI)
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

function nginxConfig(place: Place): string {
  const server = adapt('nginx.conf', place)
    .replace('listen 443 ssl', `listen 127.0.0.1:${place.port}`)
    .replace(/\tssl_.*\n/g, '')
    .replace('include mime.types', 'include /etc/nginx/mime.types')
    .replace('# brotli_static', hasBrotli ? 'brotli_static' : '#')
  return `${hasBrotli ? `load_module ${BROTLI};` : ''}
daemon off;
user ${userInfo().username};
pid ${place.site}.pid;
error_log stderr notice;
events {}
http {
${TEMPORARY.map((kind) => `${kind}_temp_path ${place.site}.${kind};`).join('\n')}
access_log off;
${server}}
`
}

/** How each is run in the foreground, what it says once it listens, and the codings of which it can send a compressed file. */
const PROXIES = {
  caddy: {
    config: caddyConfig,
    flags: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    ready: 'serving initial configuration',
    codings: ['br', 'gzip'],
  },
  nginx: {
    config: nginxConfig,
    flags: (file: string) => ['-c', file, '-e', 'stderr'],
    ready: 'start worker processes',
    codings: hasBrotli ? ['br', 'gzip'] : ['gzip'],
  },
}

export type Proxy = keyof typeof PROXIES

/** The proxies that this machine has. */
export const INSTALLED = (['caddy', 'nginx'] as const).filter((name) => spawnSync(name, ['-h']).error === undefined)

/**
 * Runs a proxy until the test is over, with its sample changed only in addresses, paths and TLS, before the program's own
 * server at `ownPort`. Resolves once it listens; rejects with what it said if it ends before that.
 */
export async function runProxy(name: Proxy, site: string, ownPort: number) {
  const { config, flags, ready, codings } = PROXIES[name]
  const port = await freePort()
  const file = `${site}.${name}`
  await writeFile(file, config({ site, port, ownPort }))
  const home = dirname(site)
  const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  const child = spawn(name, flags(file), { stdio: ['ignore', 'ignore', 'pipe'], env })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'close')
  })
  let said = ''
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.includes(ready)) break
  }
  child.stderr.resume()
  if (!said.includes(ready)) throw new Error(`${name} ended: ${said}`)
  return { port, codings }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
