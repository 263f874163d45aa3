/** Loaded before each command of a session, which then began at 09:00 UTC on 20 November 2026, as the docs say. */

const { now } = Date
const shift = Date.UTC(2026, 10, 20, 9) - Number(new URL(import.meta.url).searchParams.get('began'))

Date.now = () => now() + shift
globalThis.Date = new Proxy(Date, {
  construct: (date, args, made) => Reflect.construct(date, args.length === 0 ? [Date.now()] : args, made),
})
