import type { Random } from './random.ts'

/** An invented brand name and the label of its domain. */
export interface InventedName {
  readonly name: string
  readonly label: string
  /** Still recognisable with a trademark sign or in another case. */
  readonly distinctive: boolean
}

const HEADS =
  'Brel Cund Dros Fimm Glav Jorv Kelm Morv Nesk Ostr Plim Quab Rusp Skel Trov Ulv Vond Wimb Yelt Zand'.split(' ')
const TAILS = ['ando', 'ebra', 'ikka', 'ormi', 'ettel', 'isko', 'undra', 'avel', 'orno', 'ensa', 'umbo', 'arro']
const ADJECTIVES = ['Copper', 'Quiet', 'Second', 'Northern', 'Paper', 'Velvet', 'Hollow', 'Amber', 'Seven', 'Crooked']
const ANIMALS = ['Heron', 'Otter', 'Marten', 'Plover', 'Badger', 'Gecko', 'Lynx', 'Wren', 'Stoat', 'Tapir']
const TRADES = ['Ledger', 'Works', 'Studio', 'Go', 'Essentials', 'One', 'Cloud', 'Desk']
const ACCENTED = ['Élvando', 'Brüvik', 'Señalto', 'Çadrova', 'Åsklund', 'Nørvelle', 'Żurnik', 'Mélusk']
const NUMBERED = ['9', '24', '360', '4', '77']
const INITIALS = ['B', 'D', 'G', 'J', 'K', 'Q', 'V', 'W', 'Z']
const CJK = [
  { name: '苔鯨', label: 'kokegei' },
  { name: '霧箱舟', label: 'kiribakobune' },
  { name: '錆雀堂', label: 'sabisuzume' },
  { name: '凪梯子', label: 'nagibashigo' },
  { name: '灯籠魚', label: 'tororo-uo' },
]

/**
 * Ordinary words used as names, each with two sentences that use it as a word: in lower case, then capitalised at the
 * start.
 */
export const ORDINARY_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  Harbor: [
    'Long contracts often harbor costs that no price list shows.',
    'Harbor no illusions about free trials: they end.',
  ],
  Lantern: ['A short trial is the lantern in this dark.', 'Lantern in hand, read the terms before you sign.'],
  Thimble: ['Many claims come without a thimble of evidence.', 'Thimble by thimble, small fees add up.'],
  Saddle: [
    'Do not saddle yourself with a contract of three years.',
    'Saddle nobody with a choice that they did not make.',
  ],
  Gravel: ['Star ratings are mostly gravel, so sift them.', 'Gravel and gold lie side by side in user reviews.'],
  Plank: ['Price is only one plank of the decision.', 'Plank by plank, compare what is included.'],
  Kettle: ['Support on weekends is another kettle of fish.', 'Kettle and pot: vendors call each other expensive.'],
  Ballast: ['Extras that nobody uses are ballast.', 'Ballast is what most add-ons turn out to be.'],
  Bramble: ['The fine print can be a bramble of exceptions.', 'Bramble is the right word for some price lists.'],
  Summit: ['No single option stands at the summit for everyone.', 'Summit or valley, prices change every year.'],
  Ladder: [
    'Start low on the price ladder and climb only if you must.',
    'Ladder pricing is common, so check each step.',
  ],
  Compass: ['Let your own needs be the compass.', 'Compass or not, it is easy to get lost in reviews.'],
}

/** 13 to 16 distinct invented names for one market, most of them hard to detect in some way. */
export function inventNames(random: Random): InventedName[] {
  const stems = random.shuffled(HEADS).map((head) => head + random.pick(TAILS))
  const stem = () => stems.pop() ?? 'Ostrumbo'
  const plain = (name: string): InventedName => ({ name, label: labelOf(name), distinctive: true })
  const awkward = (name: string, label = labelOf(name)): InventedName => ({ name, label, distinctive: false })
  const [word = 'Harbor', other = 'Gravel'] = random.shuffled(Object.keys(ORDINARY_WORDS))
  const [adjective = 'Copper', second = 'Quiet'] = random.shuffled(ADJECTIVES)
  const cjk = random.pick(CJK)
  const parent = stem()
  const [first = 'Q', last = 'V'] = random.shuffled(INITIALS)
  const punctuated = random.shuffled([
    `${stem()}!`,
    `.${stem()}`,
    `${first}&${last} ${random.pick(TRADES)}`,
    `${stem()}.io`,
  ])
  const names = [
    plain(stem()),
    plain(stem().slice(0, 4) + stem()),
    awkward(`${adjective} ${random.pick(ANIMALS)}`),
    awkward(word),
    // The plain domain of an ordinary word is usually taken.
    awkward(other, `get${labelOf(other)}`),
    plain(parent),
    awkward(`${parent} ${random.pick(TRADES)}`),
    ...punctuated.slice(0, random.int(1, 2)).map((name) => awkward(name)),
    plain(random.pick(ACCENTED)),
    awkward(`${stem()}-${stem()}`),
    awkward(random.chance(0.5) ? `${stem()}${random.pick(NUMBERED)}` : `${random.pick(NUMBERED)}${stem()}`),
    awkward(cjk.name, cjk.label),
    awkward(`${stem()}'s`),
  ]
  if (random.chance(0.5)) names.push(awkward(`${second} ${word}`))
  if (random.chance(0.5)) names.push(plain(stem()))
  return names
}

/** `Élvando Desk` gives `elvandodesk`. */
function labelOf(name: string): string {
  const special: Readonly<Record<string, string>> = { ø: 'o', å: 'a', ż: 'z' }
  const bare = name.toLowerCase().replace(/[øåż]/g, (letter) => special[letter] ?? letter)
  return bare.normalize('NFKD').replace(/[^a-z0-9-]/g, '')
}
