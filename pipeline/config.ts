import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { isPostgresAddress } from './contract/database.ts'
import type { EngineName } from './contract/terms.ts'
import { ENGINES } from './contract/terms.ts'
import { DEFAULTS } from './engines/defaults.ts'
import { isUsableKey } from './engines/keys.ts'
import {
  decimal,
  httpAddress,
  isServerAddress,
  mailAddress,
  modelName,
  secretBytes,
  sender,
  smtpAddress,
  text,
  wholeNumber,
} from './setting-values.ts'

/** The prefix of the vendor's variables for each engine: `<PREFIX>_API_KEY`, `<PREFIX>_BASE_URL`. */
const VENDORS: Readonly<Record<EngineName, string>> = {
  OPENAI: 'OPENAI',
  ANTHROPIC: 'ANTHROPIC',
  PERPLEXITY: 'PERPLEXITY',
  GEMINI: 'GEMINI',
  GROK: 'XAI',
  AI_OVERVIEW: 'DATAFORSEO',
}

/** How one engine is asked; without a key it is skipped by name. Times in ms. */
export interface EngineConfig {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  readonly model: string
  readonly concurrency: number
  readonly timeoutMs: number
  readonly spacingMs: number
}

/** Where mail goes: to a server, or without one into a folder. */
export interface MailConfig {
  /** May hold a password. */
  readonly smtpUrl: string | undefined
  readonly from: string
  readonly dir: string
}

const DATABASE = 'data/svc.db'
const logLevel = z.enum(['info', 'debug', 'warn', 'silent'])
const scribeVendor = z.enum(['OPENAI', 'ANTHROPIC', 'GEMINI'])
const scribeVendors = z
  .string()
  .transform((raw) => raw.split(',').map((name) => name.trim()))
  .pipe(z.array(scribeVendor).max(2))
  .refine(([first, second]) => first !== second)
type ScribeVendor = z.infer<typeof scribeVendor>

/** What telling the operator of a run of the rankings takes. */
export interface OperatorConfig {
  readonly mail: MailConfig
  /** Who hears of a run that failed or left a category unpublished; undefined where nobody does. */
  readonly operatorMail: string | undefined
  /** systemd's id of this run of a unit, and of the failed run that this one is started for; undefined elsewhere. */
  readonly invocation: string | undefined
  readonly failedInvocation: string | undefined
}

export interface Config extends OperatorConfig {
  /** The path of a SQLite file, or PostgreSQL's address, which may hold a password. */
  readonly database: string
  /** Public addresses without a slash at their end; undefined where the listening address serves. */
  readonly baseUrl: string | undefined
  readonly siteUrl: string | undefined
  /** Undefined without a deprecated older host. */
  readonly legacyBaseUrl: string | undefined
  readonly siteDir: string
  readonly trustedProxies: number
  readonly simulate: boolean
  /** 32 bytes that seal the provider keys of queued reports; without them no report runs on own keys. */
  readonly secret: Buffer | undefined
  readonly byok: boolean
  readonly log: z.infer<typeof logLevel>
  /** The vendors that were chosen for the scribe: the first writes and reads, the second reads a sample again. */
  readonly scribes: readonly ScribeVendor[] | undefined
  readonly engines: Readonly<Record<EngineName, EngineConfig>>
}

/** A setting that can't be used; the message names the variable and never shows its value. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The process's environment over a `.env` file in the working directory. Takes the vendors' variables out of the process,
 * so that no SDK finds a key, an organization or a header of its own there. Throws WrongSetting where the file can't be read.
 */
export function takeEnvironment(): Environment {
  let file = ''
  try {
    file = readFileSync('.env', 'utf8')
  } catch (fault) {
    const missing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
    if (!missing) throw new WrongSetting('The .env file in this folder cannot be read; check its permissions.')
  }
  const environment = { ...parseEnv(file), ...process.env }
  for (const name of Object.keys(process.env))
    if (Object.values(VENDORS).some((vendor) => name.startsWith(`${vendor}_`))) delete process.env[name]
  return environment
}

/** Every setting, checked, with its default; `flags` are the command's own and win. Throws WrongSetting. */
export function readConfig(
  environment: Environment,
  flags: { database?: string | undefined; simulate?: boolean | undefined; concurrency?: number | undefined } = {},
): Config {
  const setting = settingsOf(environment)
  const address = (name: string) => setting(name, httpAddress, 'an http or https address')?.replace(/\/+$/, '')
  const whole = (name: string, least: number, most: number) =>
    setting(name, wholeNumber.pipe(z.int().min(least).max(most)), `a whole number from ${least} to ${most}`)

  const engineConfig = (name: EngineName): EngineConfig => {
    const defaults = DEFAULTS[name]
    const keyName = `${VENDORS[name]}_API_KEY`
    const apiKey = environment[keyName]?.trim() || undefined
    if (apiKey !== undefined && !isUsableKey(name, apiKey))
      throw new WrongSetting(
        name === 'AI_OVERVIEW'
          ? `${keyName} must be of the form login:password, 8 to 512 printable characters without blanks.`
          : `${keyName} must be 8 to 512 printable characters without blanks.`,
      )
    const concurrency = flags.concurrency ?? whole(`SVC_CONCURRENCY_${name}`, 1, 1_000)
    const seconds = setting(
      `SVC_TIMEOUT_${name}`,
      decimal.pipe(z.number().min(0.05).max(3_600)),
      'seconds, 0.05 to 3600',
    )
    return {
      apiKey,
      baseUrl: address(`${VENDORS[name]}_BASE_URL`) ?? defaults.baseUrl,
      model: setting(`SVC_MODEL_${name}`, modelName, 'a model name') ?? defaults.model,
      concurrency: concurrency ?? defaults.concurrency,
      timeoutMs: seconds === undefined ? defaults.timeoutMs : seconds * 1_000,
      spacingMs: concurrency === undefined ? defaults.spacingMs : 0,
    }
  }

  const database = checkedDatabase(
    flags.database ?? setting('SVC_DATABASE', text, 'a path') ?? DATABASE,
    'SVC_DATABASE or --database',
  )
  const config: Config = {
    ...readOperatorConfig(environment, flags),
    database,
    baseUrl: address('SVC_BASE_URL'),
    siteUrl: address('SVC_SITE_URL'),
    legacyBaseUrl: address('SVC_LEGACY_BASE_URL'),
    siteDir: setting('SVC_SITE_DIR', text, 'a path') ?? join(besideOf(database), 'site'),
    trustedProxies: whole('SVC_TRUSTED_PROXIES', 0, 100) ?? 0,
    simulate: flags.simulate ?? setting('SVC_SIMULATE', z.enum(['0', '1']), '0 or 1') === '1',
    secret: setting('SVC_SECRET', secretBytes, '32 bytes in base64, as `openssl rand -base64 32` prints them'),
    byok: (setting('SVC_BYOK', z.enum(['on', 'off']), 'on or off') ?? 'on') === 'on',
    log: setting('SVC_LOG', logLevel, 'info, debug, warn or silent') ?? 'info',
    scribes: setting('SVC_SCRIBE', scribeVendors, 'one or two of OPENAI, ANTHROPIC and GEMINI with a comma between'),
    engines: Object.freeze({
      OPENAI: engineConfig('OPENAI'),
      ANTHROPIC: engineConfig('ANTHROPIC'),
      PERPLEXITY: engineConfig('PERPLEXITY'),
      GEMINI: engineConfig('GEMINI'),
      GROK: engineConfig('GROK'),
      AI_OVERVIEW: engineConfig('AI_OVERVIEW'),
    }),
  }
  return Object.freeze(config)
}

/** What telling the operator takes and no other setting, so that a wrong one can be told of. Throws WrongSetting. */
export function readOperatorConfig(
  environment: Environment,
  flags: { database?: string | undefined } = {},
): OperatorConfig {
  const setting = settingsOf(environment)
  const database = flags.database ?? setting('SVC_DATABASE', text, 'a path') ?? DATABASE
  return {
    mail: Object.freeze({
      smtpUrl: setting('SVC_SMTP_URL', smtpAddress, 'an smtp or smtps address'),
      from: setting('SVC_MAIL_FROM', sender, 'an e-mail address, alone or as Name <address>') ?? 'svc@localhost',
      dir: setting('SVC_MAIL_DIR', text, 'a path') ?? join(besideOf(database), 'mail'),
    }),
    operatorMail: setting('SVC_OPERATOR_MAIL', mailAddress, 'an e-mail address'),
    invocation: environment.INVOCATION_ID,
    failedInvocation: environment.MONITOR_INVOCATION_ID,
  }
}

/** Reads a variable in its shape; undefined where it is empty or missing. Throws WrongSetting. */
function settingsOf(environment: Environment) {
  return <Value>(name: string, shape: z.ZodType<Value>, rule: string): Value | undefined => {
    const raw = environment[name]?.trim()
    if (raw === undefined || raw === '') return undefined
    const parsed = shape.safeParse(raw)
    if (!parsed.success) throw new WrongSetting(`${name} must be ${rule}; change it in the environment or in .env.`)
    return parsed.data
  }
}

/** The folder for what stands beside a store: its own, or `data` where the address is no path. */
function besideOf(database: string): string {
  return isPostgresAddress(database) || database.includes('://') ? 'data' : dirname(database)
}

/** The address of a store, if it can be one; `name` is what the sentence calls it. Throws WrongSetting. */
export function checkedDatabase(address: string, name: string): string {
  const onServer = isPostgresAddress(address)
  // Another scheme, or one that is mistyped, would be taken for a path.
  if (onServer ? !isServerAddress(address) : /^[a-z][a-z0-9+.-]+:\/\//i.test(address))
    throw new WrongSetting(`${name} must be a path, or postgres://user:password@host/name.`)
  // SQLite takes either for a store in memory, and a paid month would vanish with the process.
  if (!onServer && /^\s*$|:memory:/.test(address))
    throw new WrongSetting(`${name} must be the path of a file; it is empty or names no file.`)
  return address
}

/** The vendors of the scribe that have a key: of those that are set, else the first of three. */
export function scribeVendorsOf({ scribes, engines }: Pick<Config, 'scribes' | 'engines'>): readonly ScribeVendor[] {
  const withKey = (scribes ?? scribeVendor.options).filter((name) => engines[name].apiKey !== undefined)
  return scribes === undefined ? withKey.slice(0, 1) : withKey
}

/** The variable that holds an engine's key, for a sentence that asks for it. */
export function keyVariable(engine: EngineName): string {
  return `${VENDORS[engine]}_API_KEY`
}

/** Every variable that is read here; the docs test looks each of them up. */
export const VARIABLES: readonly string[] = [
  'SVC_DATABASE',
  'SVC_BASE_URL',
  'SVC_SITE_URL',
  'SVC_LEGACY_BASE_URL',
  'SVC_SITE_DIR',
  'SVC_TRUSTED_PROXIES',
  'SVC_SIMULATE',
  'SVC_SECRET',
  'SVC_BYOK',
  'SVC_SMTP_URL',
  'SVC_MAIL_FROM',
  'SVC_MAIL_DIR',
  'SVC_OPERATOR_MAIL',
  'SVC_LOG',
  'SVC_SCRIBE',
  ...ENGINES.flatMap((engine) => [
    `${VENDORS[engine]}_API_KEY`,
    `${VENDORS[engine]}_BASE_URL`,
    `SVC_MODEL_${engine}`,
    `SVC_CONCURRENCY_${engine}`,
    `SVC_TIMEOUT_${engine}`,
  ]),
]
