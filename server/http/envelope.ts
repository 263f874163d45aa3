/** JSON bytes under one name: `{"report":...}`. */
export function enveloped(name: string, json: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  return Buffer.concat([Buffer.from(`{"${name}":`), bytes, Buffer.from('}')])
}
