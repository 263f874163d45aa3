import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { startScript } from './script.ts'

/**
 * Runs `body` in this many processes at once, all starting when all are ready, and returns the bodies' results. In scope are `db`, its
 * address `database`, the process's number `me` from 0, and `load(path)`, which imports a file of the checkout.
 */
export async function contend(database: string, processes: number, body: string): Promise<unknown[]> {
  const root = new URL('../../../', import.meta.url).href
  const script = `
    import { once } from 'node:events'
    const load = (path) => import(${JSON.stringify(root)} + path)
    const { openStore } = await load('pipeline/store/driver/open.ts')
    const me = Number(process.argv[2])
    const database = process.argv[1]
    const db = await openStore(database, 0)
    const body = async () => { ${body} }
    process.stderr.write('ready')
    await once(process.stdin, 'data')
    process.stdout.write(JSON.stringify(await body()))
    process.stdin.destroy()
    await db.destroy()`
  const contenders = Array.from({ length: processes }, (_, me) => {
    const child = startScript(script, database, String(me))
    return { child, said: once(child.stderr, 'data'), out: text(child.stdout), ended: once(child, 'close') }
  })
  await Promise.all(contenders.map(({ said }) => said))
  for (const { child } of contenders) child.stdin.write('go')
  return Promise.all(
    contenders.map(async ({ out, ended }): Promise<unknown> => {
      const [code] = await ended
      if (code !== 0) throw new Error(`a contender ended with ${code}`)
      return JSON.parse(await out)
    }),
  )
}

/** Opens the store in this many processes at once. */
export async function openAtOnce(database: string, processes: number): Promise<void> {
  const script = `
    import { openStore } from ${JSON.stringify(new URL('../../../pipeline/store/driver/open.ts', import.meta.url).href)}
    await (await openStore(process.argv[1], 1)).destroy()`
  const open = async () => {
    const child = startScript(script, database)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(`an opener ended with ${code}: ${said}`)
  }
  await Promise.all(Array.from({ length: processes }, open))
}
