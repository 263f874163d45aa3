import { ENGINES } from '../pipeline/contract/words.ts'
import type { Command } from './command/command.ts'
import { parseCount, parseEngines } from './command/values.ts'

/** `svc plan`. */
export function addPlan(program: Command): void {
  program
    .verb('plan', 'before spending: calls, cost, time and what the design can detect', '--questions 20 --runs 5')
    .summary('calls, cost, time and what the design can detect')
    .option('--questions <n>', 'buyer questions', parseCount, 10)
    .option('--engines <list>', `only these engines, of ${ENGINES.join(',')}`, parseEngines)
    .option('--runs <n>', 'times each engine is asked each question', parseCount, 3)
    .option('--simulate', 'simulated engines, which cost nothing')
    .runs(async () => (await import('./plan/plan.ts')).plan)
}
