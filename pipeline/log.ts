import { readFileSync } from 'node:fs'
import module from 'node:module'
import { resolve } from 'node:path'
import { type DestinationStream, pino, stdTimeFunctions } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'silent'

/** The fields of one line: only scalars, because an object could hold a key at any depth. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * `event` is a fixed sentence; variable parts go into `fields`. Never log a body, a header, a key or the address of a
 * report page.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  /** Logs an error's name, code and stack locations, but not its message, which may repeat user input. */
  fault(event: string, fault: unknown, fields?: LogFields): void
}

/** Field names whose values are always redacted. */
const REDACTED = 'authorization cookie key apiKey providerKeys password secret token body text email recipient'.split(
  ' ',
)

/** Our API keys and bearer tokens are redacted in any value. */
const CREDENTIAL = /\bsvc_[A-Za-z0-9]{8,}|\bBearer\s+\S+/gi
const MAX_VALUE = 500

/**
 * Creates a log of JSON lines with `level`, `time` (ISO 8601), `msg` and the fields, redacted by name and by pattern.
 */
export function createLogger(level: LogLevel, destination: DestinationStream): Log {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: REDACTED, censor: '[redacted]' },
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
  return value.slice(0, MAX_VALUE).replaceAll(CREDENTIAL, '[redacted]')
}

/** The loggable parts of an error and its causes, outermost first. */
function described(fault: unknown): LogFields {
  const chain: Error[] = []
  for (let each = fault; each instanceof Error && chain.length < 4; each = each.cause) chain.push(each)
  if (chain.length === 0) return { fault: typeof fault }
  return {
    fault: chain.map(nameOf).join(' < '),
    at: chain.map((each) => locationsOf(each).join(' | ')).join(' < '),
  }
}

/** An error's code: a name in capitals, such as `ECONNREFUSED`, or the five characters of an SQLSTATE, such as `25006`. */
const CODE = /^(?:[A-Z][A-Z0-9_]{1,40}|[A-Z0-9]{5})$/

function nameOf(fault: Error): string {
  const code = 'code' in fault && typeof fault.code === 'string' && CODE.test(fault.code)
  const name = /^\w{1,60}$/.test(fault.name) ? fault.name : 'Error'
  return code ? `${name} ${fault.code}` : name
}

function locationsOf({ stack = '', message }: Error): string[] {
  // The stack repeats the message, whose lines could look like locations.
  const locations = stack.replace(message, '').matchAll(/^ {4}at (?:.* \()?(?:file:\/\/)?([^()\s]+:\d+:\d+)\)?$/gm)
  return Array.from(locations, ([, location = '']) => location)
    .slice(0, 10)
    .map(sourceOf)
}

/** Each location that was looked up, because reading a map takes up to 60 ms. */
const sources = new Map<string, string>()

/** The location in the source that a file was compiled from, by the map beside it; without one, the location itself. */
function sourceOf(location: string): string {
  const source = sources.get(location) ?? lookedUp(location)
  sources.set(location, source)
  return source
}

function lookedUp(location: string): string {
  const [, file = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(location) ?? []
  try {
    const map = new module.SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    const origin = map.findOrigin(Number(line), Number(column))
    return 'fileName' in origin
      ? `${resolve(file, '..', origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
      : location
  } catch {
    return location
  }
}
