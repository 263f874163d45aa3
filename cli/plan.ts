import type { Command } from 'commander'
import { ENGINES } from '../pipeline/contract/words.ts'
import type { Run } from './command/command.ts'
import { addVerb, later } from './command/command.ts'
import { parseCount, parseEngines } from './command/values.ts'

/** `svc plan`. */
export function addPlan(program: Command, run: Run): void {
  const sample = './svc plan --questions 20 --runs 5'
  addVerb(program, 'plan', 'before spending: calls, cost, time and what the design can detect', sample)
    .summary('calls, cost, time and what the design can detect')
    .option('--questions <n>', 'buyer questions', parseCount, 10)
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, parseEngines)
    .option('--runs <n>', 'times each engine is asked each question', parseCount, 3)
    .option('--simulate', 'simulated engines, which cost nothing')
    .action(run(later(async () => (await import('./plan/plan.ts')).plan)))
}
