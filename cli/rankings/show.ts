import { inMarket, marketBeside } from '../../pipeline/contract/market/market-words.ts'
import { methodNotes } from '../../pipeline/contract/method-words.ts'
import type { Change, Ranking, RankingListEntry } from '../../pipeline/contract/ranking.ts'
import { saidInWords } from '../../pipeline/contract/said/said-words.ts'
import {
  askedLater,
  changedQuestions,
  changeNotes,
  changeVerdict,
  counted,
  ranks,
} from '../../pipeline/contract/wording.ts'
import { listRankings, publicRanking } from '../../pipeline/store/ranking/rankings.ts'
import type { CommonFlags } from '../command/command.ts'
import { publicSiteUrl } from '../setup/site.ts'
import { withStore } from '../setup/store.ts'
import { bad, good } from '../terminal/colours.ts'
import { fitted, prose } from '../terminal/columns.ts'
import { CommandError, percent, plain, print, range, SIMULATED, type Terminal } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'
import { ledgerTable } from './ledger.ts'

const NAME = 20

interface ShowFlags extends CommonFlags {
  readonly month?: string
  readonly csv?: boolean
}

/** `svc rankings list`. */
export async function rankingsList(terminal: Terminal, flags: CommonFlags): Promise<number> {
  const rankings = await withStore(flags, ({ db, config }) => listRankings(db, publicSiteUrl(config)))
  const rows = rankings.map((ranking) => [
    `${ranking.slug}${marketBeside(ranking)}`,
    ranking.month,
    String(ranking.answers),
    namedMost(ranking),
    ranking.simulated ? 'SIMULATED' : '',
    askedLater(ranking) === undefined ? '' : `asked ${ranking.asked?.from.slice(0, 10)}`,
  ])
  const none = 'No ranking is published yet; `./svc rankings run` makes one.\n'
  return print(terminal, flags, { rankings }, table(['slug', 'month', 'answers', 'named most', '', ''], rows, none))
}

function namedMost({ top: [first], answers }: RankingListEntry): string {
  return first === undefined ? 'nobody' : `${plain(first.name)}, in ${first.mentions} of ${answers}`
}

/** `svc rankings show`. */
export async function rankingsShow(terminal: Terminal, slug: string, flags: ShowFlags): Promise<number> {
  const ranking = await withStore(flags, ({ db, config }) =>
    publicRanking(db, publicSiteUrl(config), slug, flags.month),
  )
  if (ranking === undefined)
    throw new CommandError(
      flags.month === undefined
        ? 'No such ranking is published; `./svc rankings list` lists those that are.'
        : 'No such ranking is published for that month; omit --month to see the latest.',
    )
  if (flags.csv !== true) return print(terminal, flags, { ranking }, toText(ranking))
  const { rankingCsv } = await import('../../pipeline/export/ranking-csv.ts')
  return print(terminal, flags, { ranking }, rankingCsv(ranking))
}

function toText(ranking: Ranking): string {
  const of = ranking.answersCounted
  const notes = [askedLater(ranking), changedQuestions(ranking)].filter((note) => note !== undefined)
  const rows = ranking.brands.map((brand) => [
    ranks(brand.rankRange),
    plain(brand.name),
    `${brand.mentions} of ${of}`,
    percent(brand.mentions / of),
    range(brand.interval),
    brand.averagePosition?.toFixed(2) ?? '',
    changeInWords(brand.change),
  ])
  return [
    `${plain(ranking.category)}${inMarket(ranking)}, ${ranking.month}, checked ${ranking.checkedAt}, version ${ranking.version}`,
    ...notes,
    ...(ranking.simulated ? [SIMULATED] : []),
    '',
    table(['ranks', 'brand', 'named in', 'share', '95 %', 'position', 'change'], rows),
    ...saidOf(ranking),
    ledgerTable(ranking.ledger),
    `${counted(ranking.prompts.length, 'question')}.`,
    ...[...changeNotes(ranking), ...methodNotes(ranking.method)].flatMap(prose),
    `Every answer: ${ranking.url}${ranking.month}/`,
    '',
  ].join('\n')
}

/** What answers say of each brand, a line each, with an empty line after them. */
function saidOf({ brands }: Ranking): string[] {
  const lines = brands.flatMap(({ name, said }) => {
    const words = saidInWords(said)
    return words === undefined ? [] : [`  ${fitted(plain(name), NAME)}  ${words}`]
  })
  return lines.length === 0 ? [] : ['What a language model judged of answers that name it:', ...lines, '']
}

function colouredVerdict(change: Change): string {
  const verdict = changeVerdict(change)
  if (change.moved !== true || change.points === null) return verdict
  return change.points > 0 ? good(verdict) : bad(verdict)
}

function changeInWords(change: Change | undefined): string {
  if (change === undefined) return ''
  const verdict = colouredVerdict(change)
  return change.from === null ? verdict : `${verdict}, from ${percent(change.from).replace(' ', '\u00a0')}`
}
