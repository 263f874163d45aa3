import type { CheckPart } from '../../pipeline/store/upkeep/check.ts'

/** What `svc store check` checks, by the values of --part. */
export const PARTS: Readonly<Record<CheckPart, string>> = {
  file: 'the file',
  references: 'the references between rows',
  ledgers: 'that every ledger adds up',
  published: 'the published rankings and reports',
  accounts: 'credits, queue and sealed keys',
}
