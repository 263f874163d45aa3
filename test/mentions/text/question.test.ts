import { expect, test } from 'vitest'
import { repeatedQuestionSpans } from '../../../pipeline/mentions/text/question.ts'

const QUESTION = 'Which CRM should I buy instead of my Quillpad?'

test.each([
  '**So: which CRM should you buy instead of your Quillpad?** It depends.',
  'Right, so which CRM should you buy instead of your Quillpad? It depends.',
  'It is late. And which CRM should you buy instead of your Quillpad? It depends.',
  '## Which CRM should you buy instead of your Quillpad?',
])('the question is repeated where it speaks to who asked: %s', (text) => {
  const [[start, end] = [0, 0]] = repeatedQuestionSpans(text, QUESTION)
  expect(text.slice(start, end)).toContain('instead of your Quillpad')
})

test.each([
  'Which CRM should you buy instead of your Quillpad at work?',
  'Ask yourself which CRM should you buy instead of your Quillpad?',
  'Which CRM should they buy instead of their Quillpad?',
  'Which CRM should you buy instead of your Quillpad.',
])('but not in another sentence: %s', (text) => {
  expect(repeatedQuestionSpans(text, QUESTION)).toEqual([])
})

test('many marks cost little', () => {
  expect(repeatedQuestionSpans('a?'.repeat(150_000), QUESTION)).toEqual([])
  expect(repeatedQuestionSpans(`${'which crm should you buy '.repeat(6)}?`.repeat(2_000), QUESTION)).toEqual([])
})

test('a heading with a word more than the question repeats it', () => {
  const question = 'Was sind die besten Alternativen zu Quillpad?'
  expect(repeatedQuestionSpans('## Die besten Alternativen zu Quillpad kurz\n', question)).not.toEqual([])
})

test('a heading in Japanese with a name in Latin letters that the question has not is no repeated question', () => {
  const spans = (text: string) => repeatedQuestionSpans(text, 'ワンタッチテント おすすめ')
  expect(spans('**ワンタッチテント おすすめ**\n軽いです。')).not.toEqual([])
  expect(spans('**ワンタッチテントのおすすめ**\n軽いです。')).not.toEqual([])
  expect(spans('**DOD ワンタッチテント**\n軽いです。')).toEqual([])
})
