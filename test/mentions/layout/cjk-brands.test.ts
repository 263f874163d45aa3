import { expect, test } from 'vitest'
import { brandOf } from '../../../pipeline/mentions/layout/cjk-brands.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-kinds.ts'

test.each([
  ['霏沃儿童手表 4C', '霏沃'],
  ['霏沃手表 4C', '霏沃'],
  ['霏沃的儿童手表', '霏沃'],
  ['霏沃的手表', '霏沃'],
  ['ゾルタンの手表', 'ゾルタン'],
  ['霏沃的青禾', '霏沃的青禾'],
  ['霏沃儿童手表', '霏沃儿童手表'],
  ['霏沃智能防水手表M20', '霏沃'],
  ['山河全自动手表 Pro', '山河'],
  ['霏沃0涂层系列', '霏沃'],
  ['霏利浦声波儿童手表', '霏利浦'],
  ['飞沃榛栎S20', '飞沃榛栎S20'],
  ['儿童手表 4C', '儿童 4C'],
])('of %s the brand is %s', (head, brand) => {
  expect(brandOf(head, false, kindsOf('儿童手表')).split(' ')[0]).toBe(brand.split(' ')[0])
})

test('words in Latin letters before the kind that is asked for are no maker of a model', () => {
  expect(brandOf('zo PAY ふるさと納税', true, kindsOf('ふるさと納税サイト'))).toBe('zo PAY ふるさと納税')
  expect(brandOf('Zolt Kira ふるさと市', true, kindsOf('ふるさと納税サイト'))).toBe('Zolt')
})
