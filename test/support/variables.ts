import { readConfig } from '../../pipeline/config/config.ts'

const names = new Set<string>()
readConfig(new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) }))

/** Every variable that the config reads, except those that systemd sets. */
export const VARIABLES: readonly string[] = [...names].filter((name) => !name.endsWith('INVOCATION_ID'))
