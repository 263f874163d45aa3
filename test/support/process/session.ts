import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Sessions as the docs show them: blocks of `console` in Markdown, each a line `$ command` and what it prints on both
 * outputs, as a terminal shows it. A line `^C` is a Ctrl-C, pressed once everything above it was printed.
 */

const BLOCK = /^```console\n([\s\S]*?)^```$/gm
const ENTRY = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))
const ON_THE_DAY = `${new URL('on-the-day.ts', import.meta.url).href}?began=${Date.now()}`

/** The commands of a page, each as it stands behind its `$`. */
export function commandsOf(page: string): string[] {
  return [...page.matchAll(BLOCK)].flatMap(([, block = '']) => stepsOf(block).map(({ command }) => command))
}

/** The page with its commands run again, one after the other, in one folder; what differs from run to run as it was. */
export async function replay(page: string, cwd: string): Promise<string> {
  const alike = createAlike(cwd)
  let replayed = ''
  let at = 0
  for (const match of page.matchAll(BLOCK)) {
    const steps = stepsOf(match[1] ?? '')
    const shown: string[] = []
    for (const { command, printed } of steps) {
      const before = printed.split(/^\^C/m)
      const out = await run(alike.actual(command), cwd, before.length > 1 ? alike.actual(before[0] ?? '') : undefined)
      shown.push(`$ ${command}\n${alike.shown(out)}`)
    }
    replayed += `${page.slice(at, match.index)}${FENCE}console\n${shown.join('')}${FENCE}`
    at = match.index + match[0].length
  }
  return replayed + page.slice(at)
}

const FENCE = '```'

function stepsOf(block: string): { command: string; printed: string }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const end = step.indexOf('\n')
      return { command: step.slice(0, end), printed: step.slice(end + 1) }
    })
}

/** What a command prints; with `until`, it is interrupted once it has printed as much as that. */
function run(command: string, cwd: string, until: string | undefined): Promise<string> {
  const svc = `'${process.execPath}' --import '${ON_THE_DAY}' '${ENTRY}'`
  const script = `exec 2>&1; ${until === undefined ? '' : 'exec '}${command.replaceAll('./svc ', `${svc} `)}`
  const child = spawn('bash', ['-c', script], { cwd, env: { PATH: process.env.PATH ?? '' } })
  child.stdin.end()
  return new Promise((resolve) => {
    let out = ''
    let interrupted = false
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk
      if (until === undefined || interrupted || out.length < until.length) return
      interrupted = true
      out += '^C'
      child.kill('SIGINT')
    })
    child.on('close', () => resolve(out === '' || out.endsWith('\n') ? out : `${out}\n`))
  })
}

/** What stands for ids in the docs: 22 characters of base62, as ids have; one in fifty has no digit. */
const ID = /\b(?=[0-9A-Za-z]*[a-z])(?=[0-9A-Za-z]*[A-Z])[0-9A-Za-z]{22}\b/g

/** 32 bytes in base64, a part of which may look like an id. */
const KEY = /(?<![0-9A-Za-z+/])[0-9A-Za-z+/]{43}=/g

function createAlike(cwd: string) {
  const ids: string[] = []
  const placeholder = (at: number) => `TheId${String(at + 1).padStart(2, '0')}OfTheseSessions`
  return {
    /** A command with the ids of this run in the places of those in the docs. */
    actual: (text: string) => ids.reduce((all, id, at) => all.replaceAll(placeholder(at), id), text),
    /** What was printed, with what differs from run to run replaced. */
    shown: (text: string) => {
      for (const [id] of text.replaceAll(KEY, '').matchAll(ID)) if (!ids.includes(id)) ids.push(id)
      return (
        ids
          .reduce((all, id, at) => all.replaceAll(id, placeholder(at)), text)
          .replaceAll(cwd, '~/svc')
          .replaceAll(/svc_[0-9A-Za-z]{30}/g, 'svc_TheKeyIsShownThisOneTimeOnly0')
          .replaceAll(KEY, 'TheKeyOfTheseSessions/AndItsOtherHalf+000000=')
          .replaceAll(/\b[0-9a-f]{64}\b/g, '0123456789abcdef'.repeat(4))
          .replaceAll(/\d+(?= kB, signed)/g, '20')
          .replaceAll(/"lastFour": "\w{4}"/g, '"lastFour": "nly0"')
          .replaceAll(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-11-20T09:00:00.000Z')
          .replaceAll(/\b\d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d UTC/g, '20 November 2026, 09:00 UTC')
          .replaceAll(/^\d+ (s|min):/gm, '1 s:')
          // How often progress is said depends on how long it takes.
          .replaceAll(/^1 s: .*\n(?=1 s: )/gm, '')
          .replaceAll(/(\d of \d+(?: cells)? in) \d+ (s|min)$/gm, '$1 1 s')
          // A second reader's sample is drawn by the survey's id.
          .replaceAll(/(model read 20 answers too: of )\d+( mentions .+ found\s)\d+(\s\(F1) [\d.]+/g, '$195$290$3 97.3')
          .replaceAll(
            /The\sproduct\sis\snamed\sin\s\d+\sof\sthese\sanswers[^.]+by\sboth/g,
            'The product is named in 9 of these answers by at least one\nreading, and in 9 by both',
          )
          .replaceAll(/^(reports\/\S+ +\d+ +)\d+/gm, '$12802')
          .replaceAll(/((?:^r\w+s\/.+\n)+)(\nNo differences: all )\d+/gm, (_, rows: string, words: string) => {
            const values = [...rows.matchAll(/ (\d+) +\d+[^\d\n]*$/gm)].reduce(
              (sum, [, value]) => sum + Number(value),
              0,
            )
            return `${rows}${words}${values}`
          })
          // Which engine ends first depends on the machine.
          .replaceAll(
            /(?:^\S+ [A-Z_]+: \d+ of \d+ cells.*\n)+/gm,
            (lines) => `${lines.trimEnd().split('\n').sort().join('\n')}\n`,
          )
          .replaceAll(/svc_…\w{4}/g, 'svc_…nly0')
          // This is a hash of rows with ids and times in them.
          .replaceAll(/ [0-9a-f]{16}$/gm, ' 0123456789abcdef')
          .replaceAll(/\d+(?=\s+MB are left)/g, '50000')
          .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
      )
    },
  }
}
