import { expect, test } from 'vitest'
import { brandOf } from '../../../pipeline/mentions/layout/cjk-brands.ts'
import { kindsOf } from '../../../pipeline/mentions/words/cjk-words.ts'

test.each([
  ['霏沃儿童手表 4C', '霏沃'],
  ['霏沃手表 4C', '霏沃'],
  ['霏沃的儿童手表', '霏沃'],
  ['霏沃的手表', '霏沃'],
  ['ゾルタンの手表', 'ゾルタン'],
  ['霏沃的青禾', '霏沃的青禾'],
  ['霏沃儿童手表', '霏沃儿童手表'],
  ['儿童手表 4C', '儿童 4C'],
])('of %s the brand is %s', (head, brand) => {
  expect(brandOf(head, false, kindsOf('儿童手表')).split(' ')[0]).toBe(brand.split(' ')[0])
})
