import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../../cli/svc.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A `svc` process under test, with no setting but those given. */
export interface Svc {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when standard output or standard error holds this. */
  says(text: string): Promise<void>
  /** Resolves with the line of standard output that begins with this. */
  line(start: string): Promise<string>
}

export function startSvc(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Svc {
  const child = spawn(process.execPath, [ENTRY, ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
  let out = ''
  let err = ''
  let waiting: { text: string; resolve(): void }[] = []
  const heard = () => {
    for (const each of waiting.filter(({ text }) => out.includes(text) || err.includes(text))) each.resolve()
    waiting = waiting.filter(({ text }) => !out.includes(text) && !err.includes(text))
  }
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
    heard()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
    heard()
  })
  const ended = once(child, 'close').then(
    ([code]): Ended => ({ code: typeof code === 'number' ? code : null, out, err }),
  )
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ text, resolve })
      heard()
      void ended.then(() => reject(new Error(`svc ended without saying ${text}: ${out}${err}`)))
    })
  return {
    child,
    ended,
    says,
    line: async (start) => {
      await says(start)
      const from = out.indexOf(start)
      while (!out.includes('\n', from)) await once(child.stdout, 'data')
      return out.slice(from, out.indexOf('\n', from))
    },
  }
}

/** Runs `svc` to its end. */
export function svc(args: readonly string[], at: { cwd: string; env?: Record<string, string> }): Promise<Ended> {
  return startSvc(args, at).ended
}
