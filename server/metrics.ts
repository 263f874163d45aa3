import { H3 } from 'h3'

/** The numbers of this process in Prometheus' text format, and the type that says which version of it. */
export interface MetricsText {
  readonly contentType: string
  text(): Promise<string>
}

/** Serves the numbers at /metrics and nothing else, for a port of its own: there is no key to it. */
export function createMetricsApp({ contentType, text }: MetricsText): H3 {
  const app = new H3({ silent: true, allowMalformedURL: true, onError: () => plain(500, 'The numbers are not there.') })
  app.all('/metrics', async (event) => {
    const { method } = event.req
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Only GET.', { allow: 'GET, HEAD' })
    return new Response(await text(), { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
  })
  app.all('/**', () => plain(404, 'The numbers are at /metrics.'))
  return app
}

function plain(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
}
