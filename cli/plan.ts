import type { Command } from 'commander'
import { ENGINES } from '../pipeline/contract/words.ts'
import type { Run } from './command/command.ts'
import { addVerb, later } from './command/command.ts'
import { aCount, engineList } from './command/values.ts'

/** `svc plan`. */
export function addPlan(program: Command, run: Run): void {
  const sample = './svc plan --questions 20 --runs 5'
  addVerb(program, 'plan', 'before any money: calls, cost, time, and what the design could find', sample)
    .summary('calls, cost, time and what the design could find')
    .option('--questions <n>', 'buyer questions', aCount, 10)
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, engineList)
    .option('--runs <n>', 'how often each engine is asked each question', aCount, 3)
    .option('--simulate', 'simulated engines, which cost nothing')
    .action(run(later(async () => (await import('./plan/plan.ts')).plan)))
}
