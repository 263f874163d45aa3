import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kit } from '../pipeline/contract/kit.ts'
import { CommandError } from './output.ts'

/**
 * Writes a kit's files into a folder, which is made where there is none; a file of the same name is replaced, and nothing
 * else in the folder is touched. Returns the files' paths. Throws CommandError where the folder takes none.
 */
export async function writeKit({ files }: Kit, dir: string): Promise<string[]> {
  const written: string[] = []
  for (const { path, content } of files) {
    const file = join(dir, path)
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    } catch {
      throw new CommandError('The kit could not be written; name a folder that can be, with room on its disk.')
    }
    written.push(file)
  }
  return written
}
