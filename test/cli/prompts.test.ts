import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suggestQuestions } from '../../pipeline/scribe/suggest.ts'
import { svc } from '../support/process/svc.ts'
import { freshFolder } from '../support/store/store.ts'

const SUGGEST = ['prompts', 'suggest', '--category', 'CRM software']

test('prompts suggest prints a template question a line, or as JSON, and opens no store', async () => {
  const cwd = freshFolder()
  const text = await svc([...SUGGEST, '--count', '3'], { cwd })
  expect(text).toEqual({ code: 0, out: `${suggestQuestions('CRM software', 3).join('\n')}\n`, err: '' })
  const json = await svc([...SUGGEST, '--json'], { cwd })
  expect(JSON.parse(json.out)).toEqual({ prompts: suggestQuestions('CRM software', 10) })
  expect(existsSync(join(cwd, 'data'))).toBe(false)
})

test('prompts suggest names templates that a category makes ask for the same thing', async () => {
  const suggest = ['prompts', 'suggest', '--category', 'premium options right now', '--count', '14']
  const { out, err } = await svc(suggest, { cwd: freshFolder() })
  expect(out.trim().split('\n')).toHaveLength(14)
  expect(err).toBe('Questions 1 and 14 ask for the same thing and count as one in the intervals.\n')
})

test('prompts suggest without a category, or with too many, is refused in a sentence', async () => {
  const cwd = freshFolder()
  expect(await svc(['prompts', 'suggest'], { cwd })).toMatchObject({ code: 2, out: '' })
  const { code, err } = await svc([...SUGGEST, '--count', '21'], { cwd })
  expect({ code, lines: err.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
})
