import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Kit } from '../../pipeline/contract/kit.ts'
import { CommandError } from '../terminal/output.ts'

/** Writes a kit's files into a folder, made if needed, and returns their paths. Throws CommandError if it is not writable. */
export async function writeKit({ files }: Kit, dir: string): Promise<string[]> {
  const written: string[] = []
  for (const { path, content } of files) {
    const file = join(dir, path)
    try {
      await makeFolder(resolve(dirname(file)))
      await writeFile(file, content)
    } catch {
      throw new CommandError('The kit could not be written; name a folder that can be, with room on its disk.')
    }
    written.push(file)
  }
  return written
}

/** Makes a kit's folder before its report is paid for. Throws CommandError if it is not writable. */
export async function prepareKitFolder(dir: string): Promise<void> {
  try {
    await makeFolder(resolve(dir))
    await access(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new CommandError('No kit can be written into that --kit folder, so nothing was asked; name one that can be.')
  }
}

/** Makes an absolute folder and its parents; mkdir's `recursive` never ends on file systems like /proc. */
async function makeFolder(dir: string): Promise<void> {
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
