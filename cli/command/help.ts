import type { Command } from 'commander'
import { COLUMNS } from '../terminal/columns.ts'

/** A group whose commands share a line, so that the help fits a screen, with what they are about. */
const SHARED: Readonly<Record<string, string>> = { accounts: 'who may start reports, and how many' }

/** The help of `svc` itself: one line per command, grouped by user, with the command's verbs first. */
export function overview(program: Command): string {
  const shown = program.createHelp().visibleCommands(program)
  const width = Math.max(...shown.map((command) => command.name().length))
  const groups = Map.groupBy(shown, (command) => command.helpGroup())
  const margin = Math.max(...[...groups.keys()].map((group) => group.length))
  const room = COLUMNS - margin - width - 4
  const lines = [...groups].flatMap(([group, commands]) => {
    const shared = SHARED[group]
    const rows =
      shared === undefined
        ? commands.map((command) => `${command.name().padEnd(width)}  ${gist(command, room)}`)
        : [`${commands.map((command) => command.name()).join(', ')}: ${shared}`]
    return rows.map((row, at) => `${(at === 0 ? group : '').padEnd(margin)}  ${row}`)
  })
  return [
    program.description(),
    ...lines,
    'Each has --help, with an example and its terms; most take --json, --database.',
    '',
  ].join('\n')
}

/** The command's verbs and summary, or only its summary if both don't fit. */
function gist(command: Command, room: number): string {
  const summary = command.summary() || command.description()
  const verbs = command.commands.map((verb) => verb.name()).join(', ')
  const whole = verbs === '' ? summary : `${verbs}: ${summary}`
  return whole.length > room ? summary : whole
}
