/** What something hidden begins with. */
const SPECIAL = ['[', '<', '`', '/', '@', '【', 'www.', 'WWW.', '\ue200']
/** The same with what tokens of citations are made of, in the few texts that have any. */
const WITH_TOKENS = /[[<`/@\u3010\ue200-\ue2ff]|www\./gi

/** A function that gives the first place at or behind another where something hidden may begin, -1 behind the last; places only grow. */
export function createSeeker(text: string): (from: number) => number {
  if (text.includes('\ue200')) {
    return (from) => {
      WITH_TOKENS.lastIndex = from
      return WITH_TOKENS.exec(text)?.index ?? -1
    }
  }
  // Several searches for one character each are faster than one for any of them.
  const here: string[] = []
  const places: number[] = []
  for (const character of SPECIAL) {
    const place = text.indexOf(character)
    if (place < 0) continue
    here.push(character)
    places.push(place)
  }
  return (from) => {
    let first = text.length
    for (let k = 0; k < here.length; k += 1) {
      let place = places[k] ?? text.length
      if (place < from) {
        place = text.indexOf(here[k] ?? '', from)
        if (place < 0) place = text.length
        places[k] = place
      }
      if (place < first) first = place
    }
    return first < text.length ? first : -1
  }
}
