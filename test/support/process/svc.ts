import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** An `svc` process under test, with only the given settings. */
export interface Svc {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when standard output or standard error contains this. */
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

/** Runs a command of `svc` in this process, one at a time, with only the given settings; one that reads input or gets signals needs `startSvc`. */
export function svc(args: readonly string[], at: { cwd: string; env?: Record<string, string> }): Promise<Ended> {
  const ended = last.then(() => runHere(args, at))
  last = ended.catch(() => {})
  return ended
}

let last: Promise<unknown> = Promise.resolve()

async function runHere(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ended> {
  const { main } = await import('../../../cli/main.ts')
  const before = { cwd: process.cwd(), env: process.env }
  process.chdir(cwd)
  process.env = { PATH: process.env.PATH ?? '', ...env }
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  try {
    const code = await main(args)
    return { code, out: out.text(), err: err.text() }
  } finally {
    for (const each of [out, err]) each.restore()
    process.env = before.env
    process.chdir(before.cwd)
  }
}

/** Keeps what is written to a stream of this process instead of showing it. */
function capture(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const { write } = stream
  const listeners = stream.listeners('error')
  let text = ''
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }
  return {
    text: () => text,
    restore: () => {
      stream.write = write
      for (const listener of stream.listeners('error'))
        if (!listeners.includes(listener)) stream.off('error', listener as () => void)
    },
  }
}
