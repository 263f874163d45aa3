/** Whether a store's address is PostgreSQL's; any other is the path of a SQLite file. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:/i.test(address)
}
