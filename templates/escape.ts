import { visible } from '../pipeline/contract/texts.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for an element or a quoted attribute. */
export function escapeHtml(value: unknown): string {
  return visible(String(value)).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
