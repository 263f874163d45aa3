import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

interface Measured {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
}

/** A ratio, what it was made of, and the bound that it is held to, if it is held to one. */
export interface Ratio {
  readonly name: string
  readonly ratio: number
  readonly bound?: { readonly least: number } | { readonly most: number }
  readonly detail: string
}

/** The fan-out against a loopback vendor in a process of its own. */
export async function benchFanOut(): Promise<Ratio[]> {
  const small = await against(200, (url) => measure('fan-out-once.ts', url, 600, 50))
  const [bare, many, most] = await against(50, async (url) => [
    await measure('bare-loop-once.ts', url, 6_000, 200),
    await measure('fan-out-once.ts', url, 6_000, 200),
    await measure('fan-out-once.ts', url, 60_000, 200),
  ])
  if (bare === undefined || many === undefined || most === undefined) throw new Error('a measurement is missing')
  const perSecond = 6_000 / (many.wallMs / 1_000)
  return [
    {
      name: '600 calls of 200 ms on 50 lanes, wall time over the ideal 2.4 s',
      ratio: small.wallMs / 2_400,
      bound: { most: 1.3 },
      detail: `${(small.wallMs / 1_000).toFixed(2)} s`,
    },
    {
      name: '6,000 calls of 50 ms on 200 lanes, calls a second over 800',
      ratio: perSecond / 800,
      bound: { least: 1 },
      detail: `${perSecond.toFixed(0)} calls/s; the bare loop ${(6_000 / (bare.wallMs / 1_000)).toFixed(0)}`,
    },
    {
      name: 'CPU of a call over that of the bare loop',
      ratio: many.cpuMs / bare.cpuMs,
      bound: { most: 2 },
      detail: `${(many.cpuMs / 6).toFixed(0)} µs against ${(bare.cpuMs / 6).toFixed(0)} µs`,
    },
    {
      name: 'peak memory of 60,000 calls over that of 6,000',
      ratio: most.peakMb / many.peakMb,
      bound: { most: 1.3 },
      detail: `${most.peakMb.toFixed(0)} MB against ${many.peakMb.toFixed(0)} MB`,
    },
  ]
}

async function measure(script: string, url: string, calls: number, lanes: number): Promise<Measured> {
  const { stdout } = await run(process.execPath, [here(script), url, String(calls), String(lanes)])
  return JSON.parse(stdout)
}

async function against<Result>(latencyMs: number, work: (url: string) => Promise<Result>): Promise<Result> {
  const server = spawn(process.execPath, [here('../support/vendors/vendor-server.ts'), '--latency', String(latencyMs)])
  try {
    const [said] = await once(server.stdout, 'data')
    const port = /\d+/.exec(String(said))?.[0]
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.kill()
  }
}
