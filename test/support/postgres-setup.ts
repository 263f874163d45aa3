import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../pipeline/store/open.ts'
import { startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server under test, and its database that holds an empty store to copy; undefined for SQLite. */
    postgres: { readonly address: string; readonly template: string } | undefined
  }
}

/**
 * Starts PostgreSQL for the run, or takes the one that SVC_TEST_DATABASE names, and makes the empty store there. Where
 * neither is there the run fails.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.SVC_TEST_DATABASE
  const server = given === undefined ? await startPostgresServer() : undefined
  const address = given ?? server?.address ?? ''
  const template = `svc_template_${randomBytes(6).toString('hex')}`
  await onServer(address, `create database ${template} template template0 encoding 'UTF8'`)
  await (await openStore(databaseAddress(address, template), 0)).destroy()
  project.provide('postgres', { address, template })
  return async () => {
    if (server === undefined) await onServer(address, `drop database ${template} with (force)`)
    else await server.remove()
  }
}

/** The address of another database of the server. */
export function databaseAddress(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement on the server's own database. */
export async function onServer(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
