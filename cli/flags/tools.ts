import type { Command } from 'commander'
import { Argument } from 'commander'
import type { Finish } from './common.ts'
import { example } from './common.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export interface ToolActions {
  mcp(): Promise<number>
  completion(shell: Shell): Promise<number>
  complete(words: readonly string[], program: Command): Promise<number>
}

export function addTools(program: Command, actions: ToolActions, finish: Finish): void {
  program
    .command('mcp')
    .summary('the companion tools for coding agents, over stdio')
    .description('the companion tool server for coding agents, over standard input and output')
    .addHelpText('after', example('SVC_API_KEY=svc_… ./svc mcp'))
    .action(async () => finish(await actions.mcp()))
  program
    .command('completion')
    .summary('completes commands and options in bash, zsh, fish')
    .description('prints the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .addHelpText('after', example('source <(./svc completion bash)'))
    .action(async (shell: Shell) => finish(await actions.completion(shell)))
  // What the scripts ask: the words so far, behind `--`.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => finish(await actions.complete(words, program)))
}
