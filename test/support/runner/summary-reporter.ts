import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'

/** The result of a run: `failed` names everything other than a passed test. */
interface Summary {
  readonly passed: number
  readonly failed: readonly string[]
}

type Failure = { readonly message: string }

/** The clauses cited in a text, such as `§4.1.2`: in the specification or in a test's name. */
export function clausesIn(text: string): string[] {
  return text.match(/§\d+(?:\.\d+)+/g) ?? []
}

/**
 * Counts a run, which failed if it has no test. A test that was skipped, left to do or never finished counts as failed,
 * and so do, as one each, a file that couldn't be loaded, a suite whose hook failed, an error that no test caught, and
 * after a whole run a clause without a test that passed and has it in its name.
 */
function summarise(
  modules: readonly TestModule[],
  unhandled: readonly Failure[],
  clauses: readonly string[],
  whole: boolean,
): Summary {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const suites = modules.flatMap((module) => [...module.children.allSuites()])
  const passed = tests.filter((test) => test.result().state === 'passed')
  const proven = new Set(passed.flatMap((test) => clausesIn(test.fullName)))
  const failed = [
    ...tests.flatMap(toFailure),
    ...modules
      .filter((module) => module.errors().length > 0)
      .map((module) => `${fileOf(module)}: failed outside of its tests`),
    ...suites.filter((suite) => suite.errors().length > 0).map((suite) => `${nameOf(suite)}: its hook failed`),
    ...unhandled.map(({ message }) => `unhandled error: ${message}`),
    ...tests.flatMap((test) =>
      clausesIn(test.fullName).flatMap((id) =>
        clauses.includes(id) ? [] : [`${nameOf(test)}: there is no clause ${id}`],
      ),
    ),
    ...clauses
      .filter((id) => whole && !proven.has(id))
      .map((id) => `${id}: no test with this clause in its name passed`),
  ]
  return { passed: passed.length, failed: passed.length + failed.length === 0 ? ['no test ran'] : failed }
}

/**
 * Prints the summary at the end of the process, so that `N passed, N failed` is the last line of all output. `clauses` are
 * those that a whole run has to prove.
 */
export function summaryReporter(clauses: readonly string[]): Reporter {
  let summary: Summary = { passed: 0, failed: ['no test ran'] }
  let vitest: Vitest | undefined
  let whole = false
  return {
    onInit: (started) => {
      vitest = started
      process.once('exit', () => {
        // A skipped test fails nothing in Vitest's eyes, so its exit code would contradict this line.
        if (summary.failed.length > 0) process.exitCode ||= 1
        // A name may run over several lines.
        const names = summary.failed.map((name) => `failed: ${name.replace(/\s+/g, ' ')}\n`).join('')
        process.stdout.write(`${names}${summary.passed} passed, ${summary.failed.length} failed\n`)
      })
    },
    onTestRunStart: async (specifications) => {
      const all = await vitest?.globTestSpecifications()
      const { project, testNamePattern } = vitest?.config ?? {}
      whole = specifications.length === all?.length && project?.length === 0 && testNamePattern === undefined
    },
    onTestRunEnd: (modules, unhandled) => {
      summary = summarise(modules, unhandled, clauses, whole)
    },
  }
}

function toFailure(test: TestCase): string[] {
  const { state } = test.result()
  if (state === 'passed') return []
  return [`${nameOf(test)}${state === 'failed' ? '' : `: ${test.options.mode === 'todo' ? 'to do' : state}`}`]
}

function nameOf(task: TestCase | TestSuite): string {
  return `${fileOf(task.module)} > ${task.fullName}`
}

/** The same file may run in several projects. */
function fileOf({ project, relativeModuleId }: TestModule): string {
  return project.name === '' ? relativeModuleId : `${project.name}: ${relativeModuleId}`
}
