/** Where in its line an offset stands: where the line begins, within what emphasis, and how many of a table's bars are before it. */
export interface InLine {
  readonly from: number
  readonly bold: boolean
  readonly underlined: boolean
  readonly cells: number
}

/** A function that says where in its line an offset of a text stands; the offsets come in order, so that no line is read twice. */
export function createLines(clean: string): (start: number) => InLine {
  let from = 0
  let at = 0
  let bold = false
  let underlined = false
  let cells = 0
  return (start) => {
    for (; at < start; at += 1) {
      const mark = clean.charAt(at)
      if (mark === '\n') {
        from = at + 1
        bold = false
        underlined = false
        cells = 0
      } else if (mark === '|') cells += 1
      else if ((mark === '*' || mark === '_') && clean.charAt(at + 1) === mark) {
        if (mark === '*') bold = !bold
        else underlined = !underlined
        at += 1
      }
    }
    return { from, bold, underlined, cells }
  }
}
