import { expect, test } from 'vitest'
import { ruleInWords } from '../../pipeline/contract/rules.ts'
import type { Rule } from '../../pipeline/mentions/answer.ts'

test('each counting rule is put in words', () => {
  const rules: Record<Rule, true> = { read: true, role: true, found: true, layout: true, product: true, domain: true }
  for (const rule of Object.keys(rules)) expect(ruleInWords(rule)).not.toContain('“')
  expect(ruleInWords('name')).toBe('rule “name”')
})
