import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

const LONGEST = /\/(soak\/\w+|sessions|kill|batch|\w*pages|publish)\.test\.ts$/

/** Begins with the files that take minutes, or the last of them would run on when all the others are done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => LONGEST.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONGEST.test(moduleId)),
    ]
  }
}
