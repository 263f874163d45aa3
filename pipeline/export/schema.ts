import type { Columns } from './columns.ts'
import { TABLES, type Table } from './tables.ts'

export const FORMATS = { parquet: 'application/vnd.apache.parquet', csv: 'text/csv' } as const
export type Format = keyof typeof FORMATS

/** The file of a table. */
export function fileOf(table: string, format: Format): string {
  return `${table}.${format}`
}

/** The schema of an export's files as a Data Package (https://datapackage.org), in JSON. */
export function dataPackage(format: Format): string {
  const resources = Object.entries<Table>(TABLES).map(([name, { row, columns, primaryKey, foreignKeys }]) => ({
    name,
    description: `A row is ${row}.`,
    path: fileOf(name, format),
    format,
    mediatype: FORMATS[format],
    ...(format === 'csv' && { encoding: 'utf-8' }),
    schema: {
      fields: fieldsOf(columns),
      primaryKey,
      ...(foreignKeys.length > 0 && {
        foreignKeys: foreignKeys.map(({ table, fields }) => ({ fields, reference: { resource: table, fields } })),
      }),
    },
  }))
  const schema = { $schema: 'https://datapackage.org/profiles/2.0/datapackage.json', name: 'answers', resources }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function fieldsOf(columns: Columns) {
  return Object.entries(columns).map(([name, [type, description, empty]]) => ({
    name,
    type,
    description: empty === undefined ? description : `${description}; empty: ${empty}`,
    ...(empty === undefined && { constraints: { required: true } }),
  }))
}
