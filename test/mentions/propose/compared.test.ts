import { describe, expect, test } from 'vitest'
import { createCandidates } from '../../../pipeline/mentions/propose/candidates.ts'
import { noteCompared } from '../../../pipeline/mentions/propose/compared.ts'
import { createKnownNames } from '../../../pipeline/mentions/propose/known-names.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

/** The names that a question compares, where these are known. */
function compared(question: string, category: string, ...anchors: string[]): string[] {
  const kinds = new Set<string>()
  const known = createKnownNames(anchors, [], kinds)
  const cjkKinds = kindsOf(category)
  const candidates = createCandidates(known, cjkKinds)
  noteCompared(question, { kinds, cjkKinds, known, candidates, citedDomain: () => null })
  return candidates.names().map(({ name }) => name)
}

describe('a question compares two names', () => {
  test.each([
    ['霏沃斯和云沃哪个拖地更干净？', '扫地机器人', ['云沃', '霏沃斯']],
    ['外贸公司想换系统，Zoltan 和 Kielmo 哪个合适?', '人事系统', ['Kielmo', 'Zoltan']],
    ['北方的企业选霏沃还是栎沃的人事系统？', '人事系统', ['栎沃', '霏沃']],
    ['ゾルタンとキエルモの違いを教えてください。', '勤怠管理', ['キエルモ', 'ゾルタン']],
    ['安いのはゾルタンとキエルモ、どっちですか?', '勤怠管理', ['キエルモ', 'ゾルタン']],
    ['가벼운 기기로 졸탄이랑 키엘모 중에 뭐가 나아요?', '청소기', ['졸탄', '키엘모']],
    ['졸탄과 키엘모 핏 중 어디가 더 나은가요?', '장보기 앱', ['졸탄', '키엘모 핏']],
  ])('%s', (question, category, names) => {
    expect(compared(question, category)).toEqual(names)
  })

  test('one of them known already', () => {
    expect(compared('石头和霏沃斯哪个好？', '扫地机器人', '石头')).toEqual(['霏沃斯'])
  })
})

test.each([
  ['types', '声波式和旋转式有什么区别？', '电动牙刷'],
  ['what each has', '무게와 키엘모 중 무엇을 볼까요?', '청소기'],
  ['words', '宅配と店頭、どちらが安いですか?', 'ウォーターサーバー'],
  ['no comparison', '霏沃斯和云沃的售后电话在网上找得到', '扫地机器人'],
])('a question compares no names: %s', (_, question, category) => {
  expect(compared(question, category)).toEqual([])
})
