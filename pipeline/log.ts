import type { DestinationStream } from 'pino'
import { pino, stdTimeFunctions } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'silent'

/** Named values of one line. Scalars alone: an object that came from outside could hold anything at any depth. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** `event` is a fixed sentence of ours; what varies goes into the fields. Never log a body, a header, a key, or a report's page. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  /** A fault of ours: its name, code and places in the code, and never its message, which may repeat what was sent. */
  fault(event: string, fault: unknown, fields?: LogFields): void
}

/** Names under which no value is ever written, whoever logs it. */
const REDACTED = [
  'authorization',
  'cookie',
  'key',
  'apiKey',
  'providerKeys',
  'password',
  'secret',
  'token',
  'body',
  'text',
  'email',
  'recipient',
]

/** Our own API keys and bearer tokens have a form of their own, so they are taken out of any value. */
const CREDENTIAL = /\bsvc_[A-Za-z0-9]{8,}|\bBearer\s+\S+/gi
const LONGEST_VALUE = 500

/**
 * A log of one JSON object a line: `level`, `time` (ISO 8601), `msg` and the fields. It redacts by name and by form, and
 * its types leave no room for objects, so that no key gets in at a depth that nobody listed.
 */
export function createLogger(level: LogLevel, destination: DestinationStream): Log {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...REDACTED], censor: '[redacted]' },
    },
    destination,
  )
  return {
    debug: (event, fields) => lines.isLevelEnabled('debug') && lines.debug(safe(fields), event),
    info: (event, fields) => lines.isLevelEnabled('info') && lines.info(safe(fields), event),
    warn: (event, fields) => lines.isLevelEnabled('warn') && lines.warn(safe(fields), event),
    fault: (event, fault, fields) => lines.error({ ...safe(fields), ...described(fault) }, event),
  }
}

function safe(fields: LogFields = {}): LogFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, masked(value)]))
}

function masked<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return value.slice(0, LONGEST_VALUE).replaceAll(CREDENTIAL, '[redacted]')
}

/** What may be said of a fault and of what caused it, from the outside in. */
function described(fault: unknown): LogFields {
  const chain: Error[] = []
  for (let each = fault; each instanceof Error && chain.length < 4; each = each.cause) chain.push(each)
  if (chain.length === 0) return { fault: typeof fault }
  return {
    fault: chain.map(nameOf).join(' < '),
    at: chain.map((each) => placesOf(each).join(' | ')).join(' < '),
  }
}

function nameOf(fault: Error): string {
  const code = 'code' in fault && typeof fault.code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(fault.code)
  const name = /^\w{1,60}$/.test(fault.name) ? fault.name : 'Error'
  return code ? `${name} ${fault.code}` : name
}

function placesOf({ stack = '', message }: Error): string[] {
  // The message stands in the stack too, and one of several lines could pass for places.
  const places = stack.replace(message, '').matchAll(/^ {4}at (?:.* \()?(?:file:\/\/)?([^()\s]+:\d+:\d+)\)?$/gm)
  return Array.from(places, ([, place = '']) => place).slice(0, 10)
}
