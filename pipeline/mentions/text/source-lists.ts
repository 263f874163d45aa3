/** "*Sources : UFC, rapport 2024*": a line that lists them itself. */
const SOURCES_INLINE =
  /^[ \t]*[*_]{0,3}(?:sources?|references|quellen?|fuentes?|fonti|fontes?|bron(?:nen)?|źródł[ao]|источники|出典|参考(?:资料|資料|文献)?|来源|資料來源|출처|참고 ?(?:자료|문헌)?)[*_]{0,3}[ \t]*[:：]/iu
/** "(Quelle: Acme)", "。来源：Acme": the same behind a sentence or in brackets. */
const SOURCES_WITHIN =
  /(?:[([（【。]|[.!?！？] )[*_]{0,3}(?:sources?|quellen?|fuentes?|fonti?|fontes?|bron(?:nen)?|źródł[ao]|出典|来源|來源|数据来源|資料來源|출처|참고 ?자료) ?[:：]$/iu
/** The longest of these, in UTF-16 units. */
const LONGEST_LABEL = 16
/** So much of what is listed so is left out. */
const SOURCES_REACH = 160
/** "¹ Adapted from the blog of Acme", "*² Source: Acme*", "† Acme": a line that a raised number or mark begins is the note to it. */
const NOTE = /^[ \t]*[*_]{0,3}(?:[¹²³⁰⁴-⁹]{1,3}|†|‡)[)*_]{0,3}[ \t:]*[*_]{0,3}[\p{L}\p{N}"“„«[]/u
/** "[1] Acme – how it is tested": a line that a number in brackets begins, as marks in the text do. */
const NUMBERED = /^[ \t]*\[\d{1,2}\][:.]? (?=\S)/
/** So many such lines, one behind the other, are a list of sources. */
const FEWEST_NUMBERED = 2
/** The longest line that may head a list of sources. */
const SOURCES_LINE = 40
const SOURCES =
  /^[ \t]*(?:#{1,6}[ \t]*|\*\*|__)?(?:sources?|references|citations|further reading|learn more|read more|more information|mehr dazu|weitere infos|weiterführende links|en savoir plus|más información|per saperne di più|saiba mais|meer informatie|więcej informacji|quellen(?:angaben)?|références|fuentes|referencias|fontes|referências|fonti|riferimenti|bronnen|источники|źródła|出典|参考(?:文献|资料|資料|来源)?|来源|資料來源|출처|참고 ?자료)(?:[ \t]\p{L}{4,14})?[ \t]*(?:\*\*|__)?[ \t]*[:：]?[ \t]*(?:\*\*|__)?[ \t]*\r?$/iu

/**
 * The lists of sources that a text ends a section with, the lines that list them themselves, and those that numbers in brackets
 * begin, each from the beginning of its line: "## Sources" up to the next heading. UTF-16 offsets, end exclusive.
 */
export function sourceLists(text: string): [number, number][] {
  const lists: [number, number][] = []
  for (const mark of [':', '：']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      // Most colons are an address's.
      if (text.charAt(at + 1) === '/') continue
      const label = SOURCES_WITHIN.exec(text.slice(Math.max(0, at - LONGEST_LABEL), at + 1))?.[0]
      if (label === undefined) continue
      const rest = /^[^\n)）\]】]*/u.exec(text.slice(at + 1, at + 1 + SOURCES_REACH))?.[0] ?? ''
      lists.push([at + 2 - label.length, at + 1 + rest.length])
    }
  }
  for (let line = 0; line < text.length; ) {
    const end = endOfLine(text, line)
    const numbered = endOfNumbered(text, line)
    if (numbered >= 0) {
      lists.push([line, numbered])
      line = numbered + 1
    } else if (
      end - line <= SOURCES_LINE &&
      end > line &&
      mayHeadSources(text, line, end) &&
      SOURCES.test(text.slice(line, end))
    ) {
      const stop = endOfSection(text, end)
      lists.push([line, stop])
      line = stop + 1
    } else {
      const head = mayHeadSources(text, line, end) ? text.slice(line, Math.min(end, line + SOURCES_LINE)) : ''
      if (head !== '' && (SOURCES_INLINE.test(head) || NOTE.test(head))) lists.push([line, end])
      line = end + 1
    }
  }
  return lists
}

/** Where the last of the lines ends that are a list of numbered sources from here on; -1 where there is none. */
function endOfNumbered(text: string, from: number): number {
  let end = -1
  let lines = 0
  for (let line = from; line < text.length; line = end + 1) {
    const unit = text.charCodeAt(line)
    if ((unit !== 0x5b && unit !== 0x20 && unit !== 0x09) || !NUMBERED.test(text.slice(line, line + 8))) break
    end = endOfLine(text, line)
    lines += 1
  }
  return lines >= FEWEST_NUMBERED || (lines === 1 && isNoteAtEnd(text, from, end)) ? end : -1
}

/** Whether one such line ends the text, and its number stands above, too. */
function isNoteAtEnd(text: string, from: number, end: number): boolean {
  const number = text.slice(text.indexOf('[', from), text.indexOf(']', from) + 1)
  return text.slice(end).trim() === '' && text.lastIndexOf(number, from - 1) >= 0 && from > 0
}

/** Whether the line's first letter is one that a word for sources has, so that most lines cost no more than this. */
function mayHeadSources(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) {
    const unit = text.charCodeAt(i)
    // Blanks, and the marks of headings and emphasis.
    if (unit === 0x20 || unit === 0x09 || unit === 0x23 || unit === 0x2a || unit === 0x5f) continue
    return unit > 127 || 'srcfqblmwepSRCFQBLMWEP'.includes(text.charAt(i))
  }
  return false
}

/** Where the line of a place ends. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** A list of sources reaches to the next heading. */
function endOfSection(text: string, from: number): number {
  const next = text.slice(from).search(/\n#{1,6} /)
  return next < 0 ? text.length : from + next
}
