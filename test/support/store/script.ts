import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COMPILED = join(tmpdir(), 'node-compile-cache')

/** Runs this module in a process of its own, with these arguments from `process.argv[1]` on; it uses what earlier ones have compiled. */
export function startScript(script: string, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED }
  return spawn(process.execPath, ['--input-type=module', '-e', script, ...args], { env })
}
