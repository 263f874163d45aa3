/** Whether a store is on PostgreSQL; any other address is the path of a SQLite file. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:/i.test(address)
}

/** The address without its password, safe to display. */
export function shownAddress(address: string): string {
  const url = isPostgresAddress(address) ? URL.parse(address) : null
  if (url === null) return address
  url.password = ''
  url.search = ''
  return url.href
}
