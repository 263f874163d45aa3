/**
 * The JSON object as it is stored, in bytes, with these fields at its end: a frozen document is a megabyte that nobody need
 * decode, parse and write again.
 */
export function withFields(json: Uint8Array, fields: Readonly<Record<string, unknown>>): Uint8Array<ArrayBuffer> {
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`,${JSON.stringify(fields).slice(1)}`)])
}
