import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes a folder and its parents; mkdir's `recursive` never ends on file systems like /proc. */
export async function makeFolder(path: string): Promise<void> {
  const dir = resolve(path)
  try {
    await mkdir(dir)
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
    if ((await stat(dir).catch(() => undefined))?.isDirectory() === true) return
    if (code !== 'ENOENT' || dirname(dir) === dir) throw fault
    await makeFolder(dirname(dir))
    await mkdir(dir)
  }
}
