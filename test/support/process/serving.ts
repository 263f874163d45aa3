import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves this reply to every request while `use` runs, and returns the paths requested; for replies that no vendor fixture has. */
export async function serving(
  reply: { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
  use: (baseUrl: string) => Promise<void>,
): Promise<string[]> {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return paths
}
