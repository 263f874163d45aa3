import { clipped, oneLine, webAddress } from '../contract/texts.ts'

/** Longer texts are truncated; a question has at most 300 characters, a description 1,000. */
const LONGEST = 1_000
const LONGEST_LABEL = 120

/**
 * A text as one line of Markdown that is rendered literally at any place in a line (CommonMark 2.4, and GitHub's tables,
 * links and mathematics). White space and control characters become one space; invisible characters (bidirectional controls,
 * tags) are removed, except joiners, which scripts and emoji need.
 */
export function escapeMarkdown(value: unknown): string {
  const line = clipped(oneLine(String(value)), LONGEST)
  if (line === '') return '–'
  return (
    line
      .replace(/[\\`*[\]<>&|~#${}@]/g, '\\$&')
      // Before a letter or digit it closes no emphasis (CommonMark 6.2), so AI_OVERVIEW stays readable.
      .replace(/_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/^[-+=:]/, '\\$&')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
      .replaceAll('://', '\\://')
  )
}

/** A link to a web page, or only its label if the address may not be linked. */
export function markdownLink(label: string, url: string): string {
  const text = escapeMarkdown(clipped(oneLine(label), LONGEST_LABEL))
  const address = webAddress(url)
  return address === undefined ? text : `[${text}](<${destination(address)}>)`
}

/** The address with the characters encoded that `<…>` or a table cell would interpret. */
function destination(address: string): string {
  return address.replace(/[<>\\|`\s]/g, (character) => encodeURIComponent(character)).replace(/&(?=#?\w+;)/g, '&amp;')
}
