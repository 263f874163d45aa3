import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { z } from 'zod'
import { VARIABLE_PREFIXES } from '../contract/words.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid setting; the message names the variable and never shows its value. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

/**
 * Returns the process's environment, which overrides the `.env` file in the working directory. Removes the vendors'
 * variables from the process, so that no SDK reads them. Throws WrongSetting if the file can't be read.
 */
export function takeEnvironment(): Environment {
  let file = ''
  try {
    // Without the mark with which some editors begin a file.
    file = new TextDecoder().decode(readFileSync('.env'))
  } catch (fault) {
    const missing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
    if (!missing) throw new WrongSetting('The .env file in this folder cannot be read; check its permissions.')
  }
  if (file.includes('\0'))
    throw new WrongSetting('The .env file in this folder is UTF-16, or not text; save it as UTF-8.')
  const environment = { ...parseEnv(file), ...process.env }
  for (const name of Object.keys(process.env))
    if (Object.values(VARIABLE_PREFIXES).some((prefix) => name.startsWith(`${prefix}_`))) delete process.env[name]
  return environment
}

/** Reads variables; undefined for an empty or missing one. Throws WrongSetting, which says `rule`. */
export function settingReader(environment: Environment) {
  return <Value>(name: string, shape: z.ZodType<Value>, rule: string): Value | undefined => {
    const raw = environment[name]?.trim()
    if (raw === undefined || raw === '') return undefined
    const parsed = shape.safeParse(raw)
    if (!parsed.success) throw new WrongSetting(`${name} must be ${rule}; change it in the environment or in .env.`)
    return parsed.data
  }
}
