/** The slug in a request's path; empty, which is nobody's, where it holds a NUL, as PostgreSQL can't even look for one. */
export function slugOf(params: Readonly<Record<string, string>> | undefined): string {
  const slug = params?.slug ?? ''
  return slug.includes('\0') ? '' : slug
}
