interface Scripts {
  /** What GB 2312 has. */
  readonly simplified: ReadonlySet<string>
  /** What Big5 has. */
  readonly traditional: ReadonlySet<string>
}

let scripts: Scripts | undefined

function read(): Scripts {
  scripts ??= {
    simplified: charactersOf('gb2312', 0xb0, 0xf7, 0xa1),
    traditional: charactersOf('big5', 0xa4, 0xf9, 0x40),
  }
  return scripts
}

/** The Han characters of an encoding of two bytes, the first from one value up to another, the second from a third one on. */
function charactersOf(encoding: string, from: number, to: number, second: number): Set<string> {
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let one = from; one <= to; one += 1)
    for (let two = second; two < 0xff; two += 1) {
      const character = decoder.decode(Uint8Array.of(one, two))
      if (/^\p{Script=Han}$/u.test(character)) found.add(character)
    }
  return found
}

/**
 * Whether each character of a text is that of another or one that only traditional Chinese has where the other's only
 * simplified Chinese does, or the other way: 徠芬 and 徕芬. They are of the same length and are read alike.
 */
export function isOtherScript(text: string, other: string): boolean {
  const { simplified, traditional } = read()
  const isSimplified = (character: string): boolean => simplified.has(character) && !traditional.has(character)
  const isTraditional = (character: string): boolean => traditional.has(character) && !simplified.has(character)
  return [...text].every((character, at) => {
    const beside = other.charAt(at)
    return (
      character === beside ||
      (isSimplified(character) && isTraditional(beside)) ||
      (isTraditional(character) && isSimplified(beside))
    )
  })
}
