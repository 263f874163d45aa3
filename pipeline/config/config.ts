import { join } from 'node:path'
import { z } from 'zod'
import type { EngineName } from '../contract/terms.ts'
import { baseUrlVariable, keyVariable, SCRIBE_VENDORS, type ScribeVendor } from '../contract/words.ts'
import { DEFAULTS, type EngineDefaults } from '../engines/defaults.ts'
import { isUsableKey } from '../engines/keys.ts'
import { checkedDatabase, folderBeside } from './database.ts'
import { type Environment, settingReader, WrongSetting } from './environment.ts'
import {
  decimal,
  httpAddress,
  mailAddress,
  modelName,
  secretBytes,
  sender,
  smtpAddress,
  text,
  whole,
} from './values.ts'

/** How one engine is called; an engine without a key is skipped. */
export interface EngineConfig extends EngineDefaults {
  readonly apiKey: string | undefined
}

const logLevel = z.enum(['info', 'debug', 'warn', 'silent'])
const scribeVendors = z
  .string()
  .transform((raw) => raw.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(SCRIBE_VENDORS)).max(2))
  .refine(([first, second]) => first !== second)

interface Flags {
  readonly database?: string | undefined
  readonly simulate?: boolean | undefined
  readonly concurrency?: number | undefined
}

/** All settings, validated and with defaults; `flags` override the environment. Throws WrongSetting. */
export function readConfig(environment: Environment, flags: Flags = {}) {
  const setting = settingReader(environment)
  const url = (name: string) => setting(name, httpAddress, 'an http or https address')?.replace(/\/+$/, '')
  const engine = (name: EngineName) => engineConfig(environment, name, url(baseUrlVariable(name)), flags.concurrency)
  const database = checkedDatabase(databaseSetting(environment, flags), 'SVC_DATABASE or --database')
  return Object.freeze({
    ...readOperatorConfig(environment, flags),
    /** The path of a SQLite file, or a PostgreSQL URL, which may hold a password. */
    database,
    /** Public base URLs without a trailing slash; undefined if the listening address serves. */
    baseUrl: url('SVC_BASE_URL'),
    siteUrl: url('SVC_SITE_URL'),
    legacyBaseUrl: url('SVC_LEGACY_BASE_URL'),
    siteDir: setting('SVC_SITE_DIR', text, 'a path') ?? join(folderBeside(database), 'site'),
    dataLicense: setting('SVC_DATA_LICENSE', text, 'a licence, such as CC BY 4.0') ?? 'CC BY 4.0',
    trustedProxies: setting('SVC_TRUSTED_PROXIES', whole(0, 100), 'a whole number from 0 to 100') ?? 0,
    simulate: flags.simulate ?? setting('SVC_SIMULATE', z.enum(['0', '1']), '0 or 1') === '1',
    /** The 32 bytes that seal the provider keys of queued reports; without them own-key reports are off. */
    secret: setting('SVC_SECRET', secretBytes, '32 bytes in base64, as `openssl rand -base64 32` prints them'),
    /** The 32-byte Ed25519 key that signs bundles; without it none is exported. */
    signingKey: setting('SVC_SIGNING_KEY', secretBytes, '32 bytes in base64, as `./svc rankings key` prints them'),
    byok: setting('SVC_BYOK', z.enum(['on', 'off']), 'on or off') !== 'off',
    webhookPrivate: setting('SVC_WEBHOOK_PRIVATE', z.enum(['0', '1']), '0 or 1') === '1',
    log: setting('SVC_LOG', logLevel, 'info, debug, warn or silent') ?? 'info',
    /** The chosen scribe vendors: the first writes and reads, the second reads a sample again. */
    scribes: setting('SVC_SCRIBE', scribeVendors, 'one or two of OPENAI, ANTHROPIC and GEMINI, separated by a comma'),
    engines: Object.freeze({
      OPENAI: engine('OPENAI'),
      ANTHROPIC: engine('ANTHROPIC'),
      PERPLEXITY: engine('PERPLEXITY'),
      GEMINI: engine('GEMINI'),
      GROK: engine('GROK'),
      AI_OVERVIEW: engine('AI_OVERVIEW'),
    }),
  })
}

export type Config = ReturnType<typeof readConfig>

function engineConfig(
  environment: Environment,
  name: EngineName,
  baseUrl: string | undefined,
  flag: number | undefined,
): EngineConfig {
  const setting = settingReader(environment)
  const defaults = DEFAULTS[name]
  const apiKey = environment[keyVariable(name)]?.trim() || undefined
  if (apiKey !== undefined && !isUsableKey(name, apiKey)) {
    const form = name === 'AI_OVERVIEW' ? 'of the form login:password, ' : ''
    throw new WrongSetting(`${keyVariable(name)} must be ${form}8 to 512 printable characters without blanks.`)
  }
  const concurrency = flag ?? setting(`SVC_CONCURRENCY_${name}`, whole(1, 1_000), 'a whole number from 1 to 1000')
  const seconds = setting(`SVC_TIMEOUT_${name}`, decimal.pipe(z.number().min(0.05).max(3_600)), 'seconds, 0.05 to 3600')
  return {
    apiKey,
    baseUrl: baseUrl ?? defaults.baseUrl,
    model: setting(`SVC_MODEL_${name}`, modelName, 'a model name') ?? defaults.model,
    concurrency: concurrency ?? defaults.concurrency,
    timeoutMs: seconds === undefined ? defaults.timeoutMs : seconds * 1_000,
    spacingMs: concurrency === undefined ? defaults.spacingMs : 0,
  }
}

/**
 * Only the settings needed to notify the operator about a run of the rankings, so that an error in any other one can be
 * reported. Throws WrongSetting.
 */
export function readOperatorConfig(environment: Environment, flags: Flags = {}) {
  const setting = settingReader(environment)
  const folder = folderBeside(databaseSetting(environment, flags))
  return {
    mail: Object.freeze({
      /** A mail server, possibly with a password; undefined if mail goes into `dir`. */
      smtpUrl: setting('SVC_SMTP_URL', smtpAddress, 'an smtp or smtps address'),
      from: setting('SVC_MAIL_FROM', sender, 'an e-mail address, or Name <address>') ?? 'svc@localhost',
      dir: setting('SVC_MAIL_DIR', text, 'a path') ?? join(folder, 'mail'),
    }),
    /** Who is notified of a run that failed or left a category unpublished. */
    operatorMail: setting('SVC_OPERATOR_MAIL', mailAddress, 'an e-mail address'),
    /** systemd's invocation ids of this run and of the failed run that triggered it. */
    invocation: environment.INVOCATION_ID,
    failedInvocation: environment.MONITOR_INVOCATION_ID,
  }
}

export type OperatorConfig = ReturnType<typeof readOperatorConfig>

function databaseSetting(environment: Environment, { database }: Flags): string {
  return database ?? settingReader(environment)('SVC_DATABASE', text, 'a path') ?? 'data/svc.db'
}

/** The scribe vendors that have a key: the chosen ones, or the first of all three. */
export function scribeVendorsOf({ scribes, engines }: Pick<Config, 'scribes' | 'engines'>): readonly ScribeVendor[] {
  const withKey = (scribes ?? SCRIBE_VENDORS).filter((name) => engines[name].apiKey !== undefined)
  return scribes === undefined ? withKey.slice(0, 1) : withKey
}
