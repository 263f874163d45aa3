import { defineConfig } from 'vitest/config'
import { summaryReporter } from './test/support/summary-reporter.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', summaryReporter()],
  },
})
