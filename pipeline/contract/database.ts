/** Whether a store's address is PostgreSQL's; any other is the path of a SQLite file. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(ql)?:/i.test(address)
}

/** The address as it may be shown: without the password in it. */
export function shownAddress(address: string): string {
  const url = isPostgresAddress(address) ? URL.parse(address) : null
  if (url === null) return address
  url.password = ''
  url.search = ''
  return url.href
}
