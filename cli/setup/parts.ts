import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where this process writes a file until it is whole and gets its name. */
export function partOf(file: string): string {
  return `${file}.${process.pid}.part`
}

/** Removes the parts of these files of a folder whose process was killed. */
export async function removeLeftParts(dir: string, files: readonly string[]): Promise<void> {
  for (const name of await readdir(dir)) {
    const [, file = '', pid] = /^(.+)\.(\d+)\.part$/.exec(name) ?? []
    if (files.includes(file) && !isRunning(Number(pid))) await rm(join(dir, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    // Another user's process may not be signalled, but it runs.
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM'
  }
}
