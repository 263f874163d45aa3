const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

// Dates are in UTC, and don't depend on the platform's locale.

/** `November 2026` for `2026-11`. */
export function monthName(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
}

/** `Nov 2026` for `2026-11`. */
export function shortMonthName(month: string): string {
  return `${MONTHS[Number(month.slice(5, 7)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`
}

/** `14 November 2026`. */
export function dayName(time: string): string {
  const iso = new Date(time).toISOString()
  return `${Number(iso.slice(8, 10))} ${monthName(iso)}`
}

/** `14 November 2026, 09:30 UTC`. */
export function momentName(time: string): string {
  return `${dayName(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`
}

/** `on 14 November 2026`, or `from 14 November 2026 to 15 November 2026`. */
export function daysOf(from: string, until: string): string {
  const [first, last] = [dayName(from), dayName(until)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
