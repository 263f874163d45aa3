import { expect, test } from 'vitest'
import { roleAt } from '../../pipeline/mentions/roles.ts'

/** The role of the name in square brackets. */
function role(text: string): string | null {
  const start = text.indexOf('⟦')
  const end = text.indexOf('⟧') - 1
  return roleAt(text.replace(/[⟦⟧]/g, ''), start, end)
}

test.each([
  ['platform', 'It integrates with ⟦Quillpad⟧ and Outlook.'],
  ['platform', 'It integrates with Outlook, Pacewell and ⟦Quillpad⟧.'],
  ['platform', 'It connects to your ⟦Quillpad⟧ workspace.'],
  ['platform', 'It connects with tools such as ⟦Quillpad⟧.'],
  ['platform', 'It adds pipelines right inside ⟦Quillpad⟧.'],
  ['platform', 'Teams already on ⟦Quillpad⟧ know it.'],
  ['platform', 'The ⟦Quillpad⟧ integration closes issues.'],
  ['platform', 'There are apps for ⟦iPhone⟧ only.'],
  ['platform', '**Integrations.** Check for ⟦Quillpad⟧ first.'],
  ['platform', 'Gute Schnittstellen zu ⟦Quillpad⟧ und Amazon.'],
  ['platform', 'Wenn du mit ⟦Quillpad⟧ arbeitest, prüfe es.'],
  ['platform', 'Les intégrations avec ⟦Quillpad⟧ sont là.'],
  ['platform', '⟦Slack⟧との連携が強みです。'],
  ['platform', '⟦구글⟧과 연동하면 좋습니다.'],
  ['platform', '⟦퀼패드⟧와 바로 연동되는지 보세요.'],
  ['platform', '⟦퀼패드⟧, 구글 캘린더와 연동'],
  ['platform', '⟦퀼패드⟧ 업로드 양식을 지원합니다.'],
  ['platform', '支持⟦青禾⟧登录。'],
  ['platform', '同步到⟦青禾⟧。'],
  ['shop', '가격은 ⟦퀼나와⟧ 기준입니다.'],
  ['shop', '⟦キルモ⟧で安く購入できます。'],
  ['shop', '价格为⟦青禾⟧自营近30天均价。'],
  ['shop', '⟦퀼팡⟧이나 젤마트에서 쉽게 구할 수 있습니다.'],
  ['standard', '支持百余种格式预览，包括⟦PZD⟧、QI。'],
  ['standard', '确认能装⟦青禾⟧、绿野等国产操作系统。'],
  ['standard', '**対応コーデック：** iPhoneならQAC、Androidなら⟦QDAC⟧です。'],
  ['standard', '- **보안:** ⟦퀼데이터⟧ 사업 허가 여부\n- 다음'],
  ['standard', '**看资质**：是否通过⟦青禾三级⟧，数据在哪里。'],
  ['standard', '⟦ヒルトポンプ⟧式を選ぶ。'],
  ['standard', '⟦퀼차트⟧와 QKR 기능도 제공합니다.'],
  ['standard', 'レベル(⟦TOQIC⟧のスコアなど)を教えてください。'],
  ['platform', '涵蓋 Quill Pay、⟦青禾⟧等通路。'],
  ['platform', '⟦Quillpad⟧の画面でそのまま使えます。'],
  ['source', '⟦青禾空港⟧で払った。'],
  ['source', '⟦퀼페이⟧의 비교 서비스에서 봅니다.'],
  ['source', '⟦퀼리뷰⟧에 따르면 조용합니다.'],
  ['source', '⟦한국소비자원⟧이 시험했습니다.'],
  ['source', 'IDC 与 ⟦Quilltest⟧ 的报告提到它。'],
  ['owner', '⟦퀼체크⟧가 만든 협업툴입니다.'],
  ['owner', '⟦キルモ⟧の子会社です。'],
  ['standard', '⟦QLAC⟧ 코덱은 폰도 맞아야 합니다.'],
  ['platform', 'They embed ⟦Quillpad⟧ lessons.'],
  ['platform', 'Todas permiten cobrar con ⟦Quillpad⟧ o Bizum.'],
  ['platform', 'Hosting on Zettel or ⟦Quillpad⟧ is no trouble.'],
  ['owner', 'It has three networks, including the one run by ⟦Quillpad⟧.'],
  ['standard', 'You get ⟦QPAD⟧ and HIPAA paperwork on request.'],
  ['standard', 'Todos declaran cumplir con ⟦Quillpad⟧.'],
  ['standard', 'The ⟦IRS⟧ lists them all.'],
  ['platform', 'It leaves the ledger to your existing ⟦Quillpad⟧ or Xero.'],
  ['person', 'Prenons un cas : ⟦Alan⟧, graphiste de 34 ans à Nantes.'],
  ['person', 'A course by neuroscientist ⟦Sam Quill⟧ comes with it.'],
  ['place', 'Park it beneath ⟦Quill⟧ Square or in a garage.'],
  ['source', 'According to the latest reports by ⟦Quillner⟧ and Forrester it leads.'],
  ['shop', 'Beans ordered through ⟦Quillmart⟧ for $10 were old.'],
  ['shop', 'They are on sale at ⟦Quillmart⟧ or REI.'],
  ['shop', 'You can often find it at ⟦Quillmart⟧ for $100 less.'],
  ['shop', '**Where to buy:** ⟦Quillmart⟧, Running Hub'],
  ['shop', 'Bei ⟦Quillmart⟧ und Otto sind sie im Angebot.'],
  ['source', 'According to ⟦Quilltest⟧, taste matters.'],
  ['source', 'Laut ⟦Quilltest⟧ saugt er gut.'],
  ['source', 'Selon ⟦Quilltest⟧, il est bon.'],
  ['source', '⟦Quilltest⟧ measures a slight advantage.'],
  ['source', 'On ⟦Quilltest⟧ all of them have 4.5 stars.'],
  ['source', '根据⟦值得买⟧的用户评测，不错。'],
  ['person', 'It was founded by ⟦Quill⟧ in 2001.'],
  ['person', 'Travel writer ⟦Quill⟧ likes it.'],
  ['person', 'Redakteur ⟦Quill⟧ Lindner hat es getestet.'],
  ['person', '⟦Quill⟧ Robinson points out that it works.'],
  ['person', '佐藤⟦弥生⟧さんは話します。'],
  ['owner', 'The company is owned by ⟦Quillcorp⟧ now.'],
  ['owner', 'Es gehört zum Konzern ⟦Quillcorp⟧.'],
  ['standard', 'It is covered by the ⟦FSCS⟧ up to £85,000.'],
  ['standard', 'The ⟦Quillmark⟧ certification helps.'],
  ['standard', "et l'⟦URSSAF⟧ vérifie."],
  ['place', 'Its offices are located in ⟦Quillham⟧.'],
])('%s: %s', (expected, text) => {
  expect(role(text)).toBe(expected)
})

test.each([
  'We recommend ⟦Quillpad⟧ for small teams.',
  'Better than ⟦Quillpad⟧ for small teams.',
  '⟦Quillpad⟧ integrates with Outlook.',
  'Among large makers, ⟦Quillpad⟧ and Pacewell run programmes.',
  'Reviews point to ⟦Quillpad⟧ as the best.',
  'Modelle von ⟦Quillpad⟧ sind verbreitet.',
  'If price matters, ⟦Quillpad⟧ is the one.',
  'Switch to ⟦Quillpad⟧ when you grow.',
  '推荐⟦科沃斯⟧，性价比高。',
  '⟦Quillpad⟧の画面は見やすいです。',
  '⟦퀼패드⟧ 기능이 많습니다.',
  '**추천** – ⟦퀼패드⟧가 맞는지 보세요.\n다음',
])('a choice: %s', (text) => {
  expect(role(text)).toBeNull()
})

test('long sentences and runs of commas are read in no time', () => {
  for (const part of [', ', 'and ', 'Quill, ', 'with ', '「', 'a']) {
    const before = part.repeat(2_000)
    expect(['platform', 'shop', 'source', null]).toContain(
      roleAt(`${before}Quillpad${before}`, before.length, before.length + 8),
    )
  }
})
