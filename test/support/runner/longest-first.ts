import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = /\/(soak\/\w+|sessions|kill|batch|\w*pages|publish)\.test\.ts$/

/** Runs the files that take minutes first, so that none of them is left for the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONGEST.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONGEST.test(moduleId)),
    ]
  }
}
