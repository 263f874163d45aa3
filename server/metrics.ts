import { H3 } from 'h3'

/** This process's metrics in Prometheus' text format, and the content type, which states the format's version. */
export interface MetricsText {
  readonly contentType: string
  text(): Promise<string>
}

/** Serves only /metrics, for a port of its own, as it needs no key. */
export function createMetricsApp({ contentType, text }: MetricsText): H3 {
  const app = new H3({
    silent: true,
    allowMalformedURL: true,
    onError: () => plain(500, 'The metrics are unavailable.'),
  })
  app.all('/metrics', async (event) => {
    const { method } = event.req
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Use GET.', { allow: 'GET, HEAD' })
    return new Response(await text(), { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
  })
  app.all('/**', () => plain(404, 'The metrics are at /metrics.'))
  return app
}

function plain(status: number, sentence: string, headers: Record<string, string> = {}): Response {
  return new Response(`${sentence}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })
}
