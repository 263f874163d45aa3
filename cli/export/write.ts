import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataPackage, FORMATS, type Format, fileOf } from '../../pipeline/export/schema.ts'
import { type SurveyRows, TABLES, type TableName } from '../../pipeline/export/tables.ts'
import { makeFolder } from '../setup/folder.ts'
import { partOf, removeLeftParts } from '../setup/parts.ts'
import { CommandError } from '../terminal/output.ts'
import { createCsv } from './csv.ts'
import { createParquet } from './parquet.ts'

const NAMES = Object.keys(TABLES) as TableName[]
const FORMAT_NAMES = Object.keys(FORMATS) as Format[]
const SCHEMA = 'datapackage.json'

/** A table that was written, and its number of rows. */
interface WrittenTable {
  readonly name: TableName
  readonly file: string
  readonly rows: number
}

/**
 * Writes the surveys' rows into a folder, made if needed: a file for each table, and their schema. Replaces the files of an
 * earlier export once all are written, removes what a killed one left half-written, and touches nothing else. Throws
 * CommandError if they can't be written.
 */
export async function writeTables(
  surveys: AsyncIterable<SurveyRows>,
  { dir, format }: { readonly dir: string; readonly format: Format },
): Promise<WrittenTable[]> {
  const part = (file: string) => partOf(join(dir, file))
  const files = [...NAMES.map((name) => fileOf(name, format)), SCHEMA]
  try {
    await onDisk(async () => {
      await makeFolder(dir)
      await removeLeftParts(dir, [SCHEMA, ...NAMES.flatMap((name) => FORMAT_NAMES.map((each) => fileOf(name, each)))])
    })
    const tables = await writeParts(surveys, { format, part })
    await onDisk(async () => {
      await writeFile(part(SCHEMA), dataPackage(format))
      for (const file of files) await rename(part(file), join(dir, file))
    })
    return tables
  } catch (fault) {
    for (const file of files) await rm(part(file), { force: true }).catch(() => {})
    throw fault
  }
}

async function writeParts(
  surveys: AsyncIterable<SurveyRows>,
  { format, part }: { readonly format: Format; readonly part: (file: string) => string },
): Promise<WrittenTable[]> {
  const create = format === 'csv' ? createCsv : createParquet
  const tables = await onDisk(() =>
    Promise.all(
      NAMES.map(async (name) => {
        const file = fileOf(name, format)
        return { name, file, rows: 0, table: await create(part(file), TABLES[name].columns) }
      }),
    ),
  )
  try {
    for await (const survey of surveys)
      for (const each of tables) {
        await onDisk(() => each.table.append(survey[each.name]))
        each.rows += survey[each.name].length
      }
    for (const { table } of tables) await onDisk(() => table.close())
  } catch (fault) {
    await Promise.allSettled(tables.map(({ table }) => table.close()))
    throw fault
  }
  return tables.map(({ name, file, rows }) => ({ name, file, rows }))
}

async function onDisk<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (fault) {
    if (!(fault instanceof Error && 'syscall' in fault)) throw fault
    throw new CommandError('The export could not be written; choose a writable folder on a disk with free space.')
  }
}
