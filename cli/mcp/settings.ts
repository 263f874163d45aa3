import type { EngineName } from '../../pipeline/contract/terms.ts'
import { ENGINES, keyVariable } from '../../pipeline/contract/words.ts'

/** The default address of `svc serve`. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:8080'

export type ProviderKeys = Readonly<Partial<Record<EngineName, string>>>

/** The tool server's settings. */
export interface Settings {
  /** The API's address, without a trailing slash. */
  readonly baseUrl: string
  /** Required by the report tools only. */
  readonly apiKey: string | undefined
  /** The caller's own keys, for reports on own keys. */
  readonly providerKeys: ProviderKeys
}

/** An invalid variable; the message names it and never shows its value. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

/**
 * The settings in an environment. Reads no `.env` file: one in the agent's working folder could redirect the keys to
 * another address. Throws WrongSetting.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const read = (name: string) => {
    const value = environment[name]?.trim()
    // Some agents pass `${NAME}` or `$NAME` literally if the variable isn't set.
    return value === undefined || value === '' || /^\$(\{.*\}|[A-Z_]+)$/.test(value) ? undefined : value
  }
  const apiKey = read('SVC_API_KEY')
  // Node's error for a character that is invalid in a header repeats the whole key.
  if (apiKey !== undefined && !/^[\x21-\x7e]{1,512}$/.test(apiKey))
    throw new WrongSetting('SVC_API_KEY must be an API key as `svc keys create` prints it: printable, without spaces.')
  return {
    baseUrl: baseUrlOf(read('SVC_BASE_URL') ?? DEFAULT_BASE_URL),
    apiKey,
    providerKeys: Object.fromEntries(
      ENGINES.flatMap((engine) => {
        const key = read(keyVariable(engine))
        return key === undefined ? [] : [[engine, key]]
      }),
    ),
  }
}

function baseUrlOf(raw: string): string {
  const url = URL.parse(raw)
  const bare = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!bare || !/^https?:$/.test(url.protocol))
    throw new WrongSetting('SVC_BASE_URL must be an http or https address without a user, a query or a fragment.')
  return url.href.replace(/\/+$/, '')
}
