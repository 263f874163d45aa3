import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kit } from '../../pipeline/contract/kit.ts'
import { makeFolder } from '../setup/folder.ts'
import { CommandError } from '../terminal/output.ts'

/** Writes a kit's files into a folder, made if needed, and returns their paths. Throws CommandError if it is not writable. */
export async function writeKit({ files }: Kit, dir: string): Promise<string[]> {
  const written: string[] = []
  for (const { path, content } of files) {
    const file = join(dir, path)
    try {
      await makeFolder(dirname(file))
      await writeFile(file, content)
    } catch {
      throw new CommandError('The kit could not be written; choose a writable folder on a disk with free space.')
    }
    written.push(file)
  }
  return written
}

/** Makes a kit's folder before its report is paid for. Throws CommandError if it is not writable. */
export async function prepareKitFolder(dir: string): Promise<void> {
  try {
    await makeFolder(dir)
    await access(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new CommandError('No kit can be written there, so nothing was asked; give --kit a writable folder.')
  }
}
