import { expect, test } from 'vitest'
import { roleAt } from '../../../pipeline/mentions/roles/roles.ts'

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
  ['platform', 'It uploads to ⟦Quillpad⟧ every night.'],
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
  ['platform', '퀼패드, ⟦졸탄은행⟧ 등 대부분의 은행과 연동됩니다.'],
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
  ['standard', '⟦QZE⟧の適合証明書をまとめて提出します。'],
  ['source', '⟦霏维云网⟧的监测数据显示，份额超过七成。'],
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
  ['platform', 'There are QuillChain and ⟦Quillindex⟧ adapters.'],
  ['platform', 'Is it ⟦Quillpad⟧ or Vexel that you use most?'],
  ['platform', '- Who runs payroll today: ⟦Quillpad⟧, an accountant?'],
  ['owner', '⟦Quill Soft⟧, the tiny company behind it, has kept it so.'],
  ['owner', 'But ⟦Quill Soft⟧, its owner, announced the end.'],
  ['standard', 'A recent ⟦Quill STARX⟧ 2 chip beats a nameless one.'],
  ['source', '⟦Quilltest⟧ has long preferred the other one.'],
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
  ['place', 'A paper that the ⟦Quill⟧-Stiftung paid for says so.'],
  [null, 'A paper on the ⟦Quill⟧-Nordivo sync says so.'],
  ['source', 'According to the latest reports by ⟦Quillner⟧ and Forrester it leads.'],
  ['shop', 'Beans ordered through ⟦Quillmart⟧ for $10 were old.'],
  ['shop', 'They are on sale at ⟦Quillmart⟧ or REI.'],
  ['shop', 'You can often find it at ⟦Quillmart⟧ for $100 less.'],
  ['shop', '**Where to buy:** ⟦Quillmart⟧, Running Hub'],
  ['shop', 'Bei ⟦Quillmart⟧ und Otto sind sie im Angebot.'],
  ['source', 'According to ⟦Quilltest⟧, taste matters.'],
  ['source', 'La ⟦Quilltest⟧ aconseja mirar el peso.'],
  ['source', 'Der ⟦Quilltest⟧ beziffert die Kosten hoch.'],
  ['source', 'O ⟦Quilltest⟧ destaca que o som é bom.'],
  [null, 'O ⟦Quilltest⟧ destaca a tela.'],
  ['platform', 'Der Sitz wird mit oder ohne ⟦Quillfix⟧ befestigt.'],
  ['source', 'La ⟦Quilltest⟧ recuerda que la garantía cuenta.'],
  ['source', '⟦Quilltest⟧ rappelle qu’il faut comparer.'],
  ['source', 'Sui costi, ⟦Quilltest⟧ invita a distinguere.'],
  ['source', '⟦Quilltest⟧ erinnert daran, dass Preise steigen.'],
  ['source', 'Según las pruebas de Xataka, la ⟦Quilltest⟧ y otros, son caros.'],
  ['source', 'Laut ⟦Quilltest⟧ saugt er gut.'],
  ['source', 'Selon ⟦Quilltest⟧, il est bon.'],
  ['source', '⟦Quilltest⟧ measures a slight advantage.'],
  ['source', 'On ⟦Quilltest⟧ all of them have 4.5 stars.'],
  ['source', '根据⟦值得买⟧的用户评测，不错。'],
  ['person', 'It was founded by ⟦Quill⟧ in 2001.'],
  ['person', 'Travel writer ⟦Quill⟧ likes it.'],
  ['person', 'Redakteur ⟦Quill⟧ Lindner hat es getestet.'],
  ['person', '⟦Quill⟧ Robinson points out that it works.'],
  ['person', '⟦Quill⟧ Robinson has written about it.'],
  ['person', '⟦Quill⟧ Robinson wrote about it.'],
  ['person', '佐藤⟦弥生⟧さんは話します。'],
  ['owner', 'The company is owned by ⟦Quillcorp⟧ now.'],
  ['owner', 'Es gehört zum Konzern ⟦Quillcorp⟧.'],
  ['standard', 'It is covered by the ⟦FSCS⟧ up to £85,000.'],
  ['standard', 'The ⟦Quillmark⟧ certification helps.'],
  ['standard', "et l'⟦URSSAF⟧ vérifie."],
  ['place', 'Its offices are located in ⟦Quillham⟧.'],
  ['standard', 'et le format **⟦Quill-X⟧**, qui devient la règle.'],
  ['standard', 'Les référentiels Pacewell et ⟦Quillpad⟧ garantissent cela.'],
  ['standard', "à la reprise d'un fichier ⟦Quillpad⟧ : tout passe."],
  ['standard', 'Exigez un certificat ⟦QF525⟧ ou LQE : en cas de contrôle, c’est cher.'],
  ['standard', 'Kluczowy jest certyfikat ⟦QEKO-TEX⟧ klasy I.'],
  ['standard', 'La **certification** Quillmark ou ⟦Quillpur⟧.'],
  ['standard', 'desde la entrada en vigor de ⟦QuilliFactu⟧ eso cambia.'],
  ['standard', 'Comprueba que el programa esté adaptado a ⟦QuilliFactu⟧ y a la ley.'],
  ['standard', 'zgodność z ⟦Quillodo⟧ i umowa'],
  ['source', 'Según los usuarios de ⟦Quillnia⟧, el cambio sale caro.'],
  ['source', 'las valoraciones en el foro ⟦Quillbeta⟧'],
  ['source', 'und vergleiche auf ⟦Quill24⟧, wie viel du zahlst.'],
  ['source', 'über Portale wie Quill24 oder ⟦Quillivox⟧.'],
  ['source', 'Passez par deux comparateurs au moins, par exemple ⟦Quillynx⟧.'],
  ['source', 'W rankingach Q2 i ⟦Quillerry⟧ jest wysoko.'],
  ['shop', 'Se compra en ⟦Quillidl⟧ por unos 400 €.'],
  ['platform', '**Meios de pagamento.** ⟦Quillix⟧ e cartão são obrigatórios.'],
  ['shop', 'Costa meno di 150 euro su ⟦Quillmart⟧.'],
  ['platform', 'une extension ⟦Quillin⟧ et des messages'],
  ['platform', 'Uma loja integrada ao Quillivre, à Pacewell e à ⟦Quillalu⟧ evita isso.'],
  ['source', "D'après l'enquête annuelle de l'⟦Quillep⟧, le réseau est bon."],
  ['person', 'dit ⟦Quilla Martin⟧, directrice commerciale à Rennes.'],
  ['person', 'Le psychiatre ⟦Quill Martin⟧ conseille de dormir.'],
  ['owner', 'It is part of ⟦Quillcorp⟧ now.'],
  ['owner', 'Zettel (by ⟦Quillcorp⟧!) is fun.'],
  ['source', "⟦Quilltest⟧'s guide is a nice place to start."],
  ['source', '⟦Quilltest⟧ has had it at the top for years.'],
  ['source', "⟦Quilltest⟧'s peer reviews are kind to it."],
  ['source', "For cold goods ⟦Quilltest⟧'s filtered list puts Vokiro first."],
  ['source', '⟦Quilltest⟧ lists the Vokiro XV2 as a solid one.'],
  [null, "⟦Quilltest⟧'s filtered list is long."],
  [null, '⟦Quilltest⟧ lists the rooms as free.'],
  [null, "⟦Quilltest⟧'s expense reports are kind to it."],
  ['shop', 'The size is hard to find, and ⟦Quillmart⟧ stocks only a few.'],
  ['shop', 'It costs £20 at chains like ⟦Quillmart⟧.'],
  ['platform', 'It has many integrations (over 250, including ⟦Quillpad⟧).'],
  ['platform', 'It is made for ⟦Windows 11⟧ only.'],
  ['standard', 'Import the ⟦QuillAPI⟧ file first.'],
  ['source', '*Reviewers consulted: ⟦Quilltest⟧, Zettelmag.*'],
  ['source', 'Analysts such as ⟦Quilltest⟧ and Zettelmag publish lists.'],
  ['source', '⟦Quilltest⟧ has recommended it for years.'],
  ['source', 'They lead in the reports of ⟦Quilltest⟧ for years.'],
  ['standard', 'It is illegal under ⟦QSCS⟧, they say.'],
  ['owner', 'The best is the **Zettel Plus** from ⟦Quillcorp⟧.'],
  ['shop', 'They are cheap during sales at ⟦Quillmart⟧ and Zettelstore.'],
  ['shop', 'Prices as seen at ⟦Quillmart⟧ in May:'],
  ['standard', 'It has a ⟦QDA⟧-authorised mode.'],
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
  'Más barato que ⟦Quillpad⟧ para todos.',
  'Moneybird en ⟦Quillpad⟧ zijn goed.',
  'Am leichtesten finden Sie Räder von ⟦Cube⟧ im Laden.',
  'Vergleiche ⟦Quillpad⟧ mit anderen.',
  'Comptez 19,99 € chez ⟦Quillpad⟧ pour tout.',
  'Au choix : ⟦Quillpad Prime⟧, direct et simple.',
  'das Modell von ⟦Quillpad⟧ vorn; die Note wurde vom Gründer verteidigt.',
  'Já a ⟦Quillpad⟧ também vende pacotes.',
  '**Best rated:** ⟦Quillpad⟧',
  'It syncs more often than with ⟦Quillpad⟧.',
  'Reports say much of ⟦Quillpad⟧ is fine.',
  'It comes under ⟦Quillpad⟧ in price.',
  '⟦Quillpad⟧ stores everything in plain text files.',
  '⟦Quillpad⟧ scores similarly with fewer reviews.',
  'Users of ⟦Quillpad⟧ report the shortest training.',
  'Premium makers such as ⟦Quillpad⟧ are quiet.',
  'These systems work without a contract, including ⟦Quillpad⟧.',
  'Vendors include Zettelix and ⟦Quillpad⟧.',
  'They run compliance training on ⟦Quillpad⟧ or Zettelix.',
  'Still want one? Buy a ⟦Quillpad⟧ and stop reading.',
  'Teams already on Zettel Workspace also look at ⟦Quillpad⟧.',
  'If you already pay for Zettel Cloud, ⟦Quillpad⟧ is included.',
  'In the last round of testing by Zettel Reports, ⟦Quillpad⟧ was first.',
  'Would you look? Why not get the ⟦Quillpad⟧, if you can?',
  'Is the ⟦Quillpad⟧ any good?',
  'The ⟦Quillpad⟧, its lid closed, is small.',
  'The ⟦Quillpad⟧ 2 bag is small.',
  'There are ⟦Quillpad⟧ bags.',
  '⟦Quillpad⟧の画面は見やすいです。',
  '⟦퀼패드⟧ 기능이 많습니다.',
  '⟦퀼패드⟧와 젤랙의 검색 기능이 좋습니다.',
  '録画機能なら：⟦Quillpad⟧です。',
  '功能最全：⟦青霏⟧。',
  '⟦云鲽⟧和追霏的一体式基站更好。',
  '**추천** – ⟦퀼패드⟧가 맞는지 보세요.\n다음',
  'La ⟦Quillpad⟧ recuerda tus ajustes.',
  '⟦Quillpad⟧ rappelle les échéances.',
  '⟦Quillpad⟧ erinnert an Termine.',
  '**⟦青禾⟧**自营采购会要求账期。',
])('a choice: %s', (text) => {
  expect(role(text)).toBeNull()
})

test.each([
  // A term of computing, unless an ordinary word or beside a coined name.
  ['standard', 'We like ⟦YAML⟧ here.'],
  [null, 'We like ⟦Markdown⟧ here.'],
  [null, 'They suggest ⟦YAML⟧ or Quillpad, all in all.'],
  [null, 'They suggest Quillpad and ⟦YAML⟧ today.'],
  ['standard', 'They suggest Cheap and ⟦YAML⟧ today.'],
  ['standard', 'They suggest Regex and ⟦YAML⟧ today.'],
  ['standard', 'They suggest Wifi and ⟦YAML⟧ today.'],
  // One of a list of common nouns.
  ['feature', 'conta digital, boletos, ⟦Quillix⟧, cartão e emissão'],
  [null, 'conta digital, boletos, ⟦Quillix⟧, Zettel e emissão'],
  [null, 'conta digital, Boletos, ⟦Quillix⟧, cartão e emissão'],
  // A name in capitals has an article beside others that have one.
  ['standard', "Regardez la ⟦QMF⟧ d'abord."],
  ['standard', 'Regardez la vie et la ⟦QMF⟧.'],
  [null, 'Regardez la Zettelle et la ⟦QMF⟧.'],
  [null, 'Regardez la ⟦QMF⟧ et la Zettelle aussi.'],
  // What something is safe under.
  ['standard', 'They are safe under **⟦QSCS⟧**, too.'],
  ['standard', 'They are safe under QSCS or ⟦ZSCS⟧, too.'],
  [null, 'They are sold under QSCS or ⟦ZSCS⟧ Home.'],
  [null, 'They are safe near **⟦QSCS⟧**, too.'],
  [null, 'They are safe under **⟦Quillpad⟧**, too.'],
  // What is done on it or through it in English.
  ['platform', 'It is the easiest to set up on ⟦Quillpad⟧ and it is free.'],
  ['platform', 'You can have them through ⟦Quillpad⟧.'],
  [null, 'Most have settled on ⟦Quillpad⟧.'],
  [null, 'They run it on ⟦Quillpad⟧ or Zettelix.'],
  ['platform', 'It has few integrations: ⟦Quillpad⟧ is one.'],
  [null, 'Get a quote from ⟦Quillpad⟧ for $5.'],
  // Nothing is sold "a" somewhere, nor with it, nor before a colon.
  [null, 'A **⟦Stonix⟧** libera na loja.'],
  [null, 'Tudo bem. A ⟦Stonix⟧ libera na loja.'],
  [null, 'Mas a ⟦Stonix⟧ libera na loja.'],
  // Behind the comma stands what the source says.
  [null, 'Según las pruebas de Zettelmag, los ⟦Stonix⟧ Flux 65 son ligeros.'],
  [null, 'According to Zettelmag, ⟦Stonix⟧ leads by far.'],
  ['shop', 'Mas na ⟦Stonix⟧ se compra bem.'],
  [null, 'Con ⟦Stonix⟧ los equipos compran cursos.'],
  [null, 'Comece pela ⟦Stonix⟧: plano com loja própria.'],
])('%s by what stands around it: %s', (expected, text) => {
  expect(role(text)).toBe(expected)
})

test('a term of computing that is known to be somebody’s is a choice', () => {
  const text = 'We like YAML here.'
  expect(roleAt(text, 8, 12)).toBe('standard')
  expect(roleAt(text, 8, 12, true)).toBeNull()
  expect(roleAt('It integrates with YAML.', 19, 23, true)).toBe('platform')
})

test('long sentences and runs of commas are read in no time', () => {
  for (const part of [', ', 'and ', 'Quill, ', 'with ', '「', 'a']) {
    const before = part.repeat(2_000)
    expect(['platform', 'shop', 'source', null]).toContain(
      roleAt(`${before}Quillpad${before}`, before.length, before.length + 8),
    )
  }
})

test.each([
  '国产第一梯队是青禾和⟦霏云⟧，IDC 与 Zoltner 的报告都曾提及。',
  '국내에서는 ⟦젤프티⟧와 졸밤이 코어타임 설정을 지원합니다.',
  'まず⟦ゾルタン⟧とキエルモが自動連携に対応しました。',
  '首选⟦青禾⟧和霏云,前者排版好,后者数据全。',
])('what is said behind a comma or a subject is not said of the row before it: %s', (text) => {
  expect(role(text)).toBeNull()
})

test.each([
  ['source', '雑誌「⟦ゾルタン⟧」のモデルが人気です。'],
  ['source', '可以看看博主“⟦霏沃⟧”拆的几款。'],
  ['source', '유튜버 ‘⟦졸타프⟧’가 쓰는 제품입니다.'],
  [null, 'ブランド「⟦ゾルタン⟧」のモデルが人気です。'],
  ['platform', '「⟦ゾルタン⟧」と共同で開発したモデルがあります。'],
  ['owner', '⟦ゾルタン⟧が展開しているのはキエルモです。'],
])('what stands beside a name in quotes, or makes it an owner, says that it is %s in "%s"', (is, text) => {
  expect(role(text)).toBe(is)
})

test('what is said behind a row in Chinese is said of all of it', () => {
  expect(role('⟦青禾⟧、霏云和柏舟的报告都曾提及。')).toBe('source')
})

test.each([
  ['source', 'Laut ⟦Quilltest⟧ ist er gut.'],
  ['source', 'Selon Zettelmag, ⟦Quilltest⟧ et les autres, il est bon.'],
  ['platform', 'You can use your phone as a ⟦Quillkey⟧ at work.'],
  ['platform', 'You can use your phone as an ⟦Oquillkey⟧ at work.'],
  ['platform', 'It integrates well with ⟦Quillpad⟧.'],
  ['platform', 'It works with ⟦Quillpad⟧ at home.'],
  ['shop', 'You can find it at ⟦Quillmart⟧ in spring.'],
  ['shop', 'It was seen at ⟦Quillmart⟧ for $10.'],
  ['shop', 'Wait for a sale, or buy at ⟦Quillmart⟧ for $10.'],
  ['owner', 'It is a subsidiary of ⟦Quillcorp⟧.'],
  ['owner', 'It is dearer since ⟦Quillcorp⟧ took over in 2016.'],
  ['owner', '⟦Quillcorp⟧ bought Zettelix in 2017.'],
  ['owner', '⟦Quillcorp⟧ has acquired Zettelix.'],
  ['owner', '⟦Quillcorp⟧ has held the majority of Zettelix for years.'],
  ['platform', 'It only makes sense if ⟦Quillpad⟧ is already in the house.'],
  ['person', 'Es wurde 1900 von ⟦Quill⟧ gegründet.'],
  ['source', '⟦Quilltest⟧, Zettelmag reviewers found it slow.'],
  ['source', '⟦Quilltest⟧ and Zettelmag reviewers found it slow.'],
  ['shop', '⟦Quillmart⟧ has carried it for years.'],
  ['person', '⟦Quill⟧ has said so.'],
  ['person', '⟦졸수⟧ 교수는 말합니다.'],
  ['person', '⟦緑野⟧社長は話します。'],
  ['standard', '看是否具备⟦青禾三级⟧。'],
  ['standard', '対応形式は⟦QLAC⟧です。'],
  ['standard', '- ⟦QLAC⟧があるかどうか'],
  ['source', '根据⟦青禾⟧，不错。'],
  ['shop', '在⟦青禾⟧买更便宜。'],
  ['shop', '⟦キルモ⟧のセールがお得です。'],
  ['shop', '⟦퀼팡⟧ 쇼핑에서 봅니다.'],
  ['source', '⟦퀼팡⟧ 후기를 보세요.'],
  ['source', '⟦キルモ⟧で4.5点です。'],
  ['source', '⟦キルモ⟧による順位です。'],
  ['source', '⟦キルモ⟧の口コミを見ます。'],
  ['platform', '⟦キルモ⟧を搭載しています。'],
  ['platform', '可与⟦青禾⟧互通。'],
  ['platform', '⟦퀼패드⟧를 지원합니다.'],
  ['platform', '⟦퀼패드⟧ 연결이 됩니다.'],
  ['platform', '⟦キルモ⟧でログインします。'],
  ['platform', '⟦キルモ⟧アカウントが要ります。'],
  ['platform', '⟦青禾⟧账单导入。'],
  ['platform', '⟦青禾⟧里直接打开。'],
  ['source', "⟦Quilltest⟧'s market overview notes that prices fell."],
  ['source', '⟦Quilltest⟧ placed it among the leaders.'],
  ['source', 'Antes de assinar, consulte na ⟦Quilltest⟧ a nota.'],
  ['owner', 'Deposits sit with a partner such as ⟦Quillbank⟧.'],
])('%s once more: %s', (expected, text) => {
  expect(role(text)).toBe(expected)
})

test.each([
  'Selon Zettelmag, ⟦Quillpad⟧ est le meilleur.',
  'It is best known as the ⟦Quillpad⟧ of tools.',
  'It works with whatever phone costs your ⟦Quillpad⟧ less.',
  'It works with big ⟦Quillpad⟧ screens.',
  '⟦Quillpad⟧ is already the best.',
  '⟦Quillpad⟧ has held up for years.',
  'A pair of Zettel Plus or ⟦Quillpad Smile⟧ aids costs £2,000 at chains like Otto.',
  'Ratings of ⟦Quillpad⟧ are high.',
  'The plans of ⟦Quillpad⟧ cost $100.',
  'Advisory firms such as ⟦Quillpad⟧ are picked.',
  'Brands like ⟦Quillpad⟧ are sold everywhere.',
  'Die Räder von ⟦Quillpad⟧ werden online verkauft.',
  'Avec ⟦Quillpad⟧, fondé en 2004, tout est simple.',
  'For ⟦Quillpad⟧ they give high ratings.',
  'Laut Anna kauft man ⟦Quillpad⟧ oft.',
  '⟦Quillpad⟧, directrice de tout.',
  '选⟦青禾⟧买更便宜。',
])('a choice, too: %s', (text) => {
  expect(role(text)).toBeNull()
})

test('what a noun behind a name makes of it', () => {
  const roles = (words: string): (string | null)[] =>
    words.split(' ').map((word) => role(`See the ⟦Quillpad⟧ ${word}, too.`))
  const LINKS =
    'account add-on brand device export exports extension import plug-in plugin shop sidebar site store user'
  const RULES =
    'audits authorised chart clearance compliant e-file engine filings formats guidelines konform listed method mid-drive motors outsole protected protocol ready reconciliation registration requirements rules sensor standards streaming verified'
  expect(new Set(roles(LINKS))).toEqual(new Set(['platform']))
  expect(new Set(roles(RULES))).toEqual(new Set(['standard']))
  expect(role('⟦Quillpad⟧ stores everything on disk.')).toBeNull()
  expect(role('⟦Quillpad⟧ stores sell it.')).toBe('platform')
})
