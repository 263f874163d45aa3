import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { hostOf, isPublic, PrivateAddress, publicLookup, type Resolve, resolveHost } from './address.ts'

/** How an attempt to deliver an event ended. */
export type Outcome =
  | `HTTP_${number}`
  | 'REDIRECT'
  | 'TIMEOUT'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_LOST'
  | 'NO_CONNECTION'
  | 'HOST_NOT_FOUND'
  | 'PRIVATE_ADDRESS'
  | 'NOT_HTTPS'
  | 'TLS'
  | 'SECRET_CHANGED'

/** Sends a body to a URL and resolves with the outcome; never rejects. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: Buffer) => Promise<Outcome>

/** The time limit for one attempt, from the DNS lookup to the end of the reply. */
const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 16 * 1024

/** Whether the receiver took the event. */
export function isDelivered(outcome: Outcome): boolean {
  return /^HTTP_2\d\d$/.test(outcome)
}

/**
 * Returns a function that posts to receivers, follows no redirect and keeps only the reply's status. Without `allowPrivate`
 * it connects only over https and only to public addresses.
 */
export function createPost({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
  resolve = resolveHost,
}: {
  readonly allowPrivate: boolean
  readonly timeoutMs?: number
  readonly resolve?: Resolve
}): Post {
  const lookup = allowPrivate ? undefined : { lookup: publicLookup(resolve) }
  return async (address, headers, body) => {
    const url = new URL(address)
    const isHttps = url.protocol === 'https:'
    if (!allowPrivate) {
      if (!isHttps) return 'NOT_HTTPS'
      // Node doesn't look up a host that is an IP address.
      if (isIP(hostOf(url)) !== 0 && !isPublic(hostOf(url))) return 'PRIVATE_ADDRESS'
    }
    const request = (isHttps ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      // Each request has a connection of its own.
      agent: false,
      ...lookup,
    })
    return new Promise((ended) => {
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        ended(outcome)
        request.destroy()
      }
      const timer = setTimeout(() => end('TIMEOUT'), timeoutMs)
      request.on('error', (fault) => end(outcomeOf(fault)))
      request.on('response', (response) => {
        const { statusCode = 0 } = response
        const outcome = statusCode >= 300 && statusCode < 400 ? 'REDIRECT' : (`HTTP_${statusCode}` as const)
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_REPLY_BYTES) end(outcome)
        })
        response.on('end', () => end(outcome))
        response.on('error', (fault) => end(outcomeOf(fault)))
      })
      request.end(body)
    })
  }
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  ETIMEDOUT: 'TIMEOUT',
  ENOTFOUND: 'HOST_NOT_FOUND',
  EAI_AGAIN: 'HOST_NOT_FOUND',
}

function outcomeOf(fault: Error): Outcome {
  if (fault instanceof PrivateAddress) return 'PRIVATE_ADDRESS'
  const code = 'code' in fault ? String(fault.code) : ''
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'TLS'
  return OUTCOMES[code] ?? 'NO_CONNECTION'
}
