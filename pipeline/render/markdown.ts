import { webAddress } from '../contract/wording.ts'

/** Longer texts are cut; a question is 300 characters at most, a description 1,000. */
const LONGEST = 1_000
const LONGEST_LABEL = 120

/**
 * A text as one line of Markdown that reads as the text and as nothing else, wherever it stands in a line (CommonMark
 * 2.4, and what GitHub adds: tables, bare addresses, mathematics). Line ends, control characters and runs of space
 * become one space. Characters that show nothing and turn the line around or hide words from a reader (bidirectional
 * controls, tags) are left out, since Markdown has no means to isolate them; joiners stay, as scripts and emoji need them.
 */
export function escapeMarkdown(value: unknown): string {
  const line = clip(oneLine(String(value)), LONGEST)
  if (line === '') return '–'
  return (
    line
      .replace(/[\\`*[\]<>&|~#${}@]/g, '\\$&')
      // Before a letter or a digit it closes no emphasis (CommonMark 6.2), and AI_OVERVIEW is to be read as that.
      .replace(/_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/^[-+=:]/, '\\$&')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
      .replaceAll('://', '\\://')
  )
}

/** A link to a web page; where the address is none that may be linked, its label alone. */
export function markdownLink(label: string, url: string): string {
  const text = escapeMarkdown(clip(oneLine(label), LONGEST_LABEL))
  const address = webAddress(url)
  return address === undefined ? text : `[${text}](<${destination(address)}>)`
}

/** Inside of `<…>`, and within a table's cell, these would end the address or be read as something else. */
function destination(address: string): string {
  return address.replace(/[<>\\|`\s]/g, (character) => encodeURIComponent(character)).replace(/&(?=#?\w+;)/g, '&amp;')
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function clip(text: string, longest: number): string {
  const characters = [...text]
  if (characters.length <= longest) return text
  const kept = characters.slice(0, longest - 1).join('')
  return `${kept.trimEnd()}…`
}
