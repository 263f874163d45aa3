import { describe, expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

/** Whether the answer names the product. */
function names(brand: string, text: string, ...aliases: readonly string[]): boolean {
  const product = { brand, domain: 'vendor.example', aliases }
  const answer = { text, question: '', citations: [] }
  return createProductCounter(product, [], [answer])
    .count(answer)
    .some((mention) => mention.brand === brand)
}

describe('a name that only a dictionary knows as a word', () => {
  test.each([
    ['Rompslomp', 'Als zzp’er wil je snel factureren en zonder rompslomp je btw-aangifte doen.'],
    ['Rompslomp', 'Rompslomp voorkomen begint bij een paar vragen, en die zijn niet voor iedereen gelijk.'],
    [
      'Bouclier',
      '## Quel Bouclier pour vos données\nPour une PME, l’essentiel est la gestion des accès, et elle est simple.',
    ],
    ['Chroma', 'Avoid strong chroma subsampling in the pictures. Chroma noise from phones does the same to the rest.'],
    ['つむぎ', '結城つむぎや大島つむぎのような現場に合います。\n\nつむぎの工程も見ます。'],
    ['도장', '종이에 도장을 찍지 않아도 됩니다. 계약이 많다면 편합니다.'],
    ['다짐', '꾸준히 하겠다고 다짐하는 때에 안내합니다.'],
    ['キレイキレイ', 'おててキレイキレイしようねと声をかけます。'],
    ['Prima', 'Per la casa guarda questo: il prezzo; Prima di tutto, però, la casa e il tipo di polizza.'],
    ['Ramp', 'It tags a cost with a project (“Ramp resurfacing 2026”), and is free.'],
    ['不背单词', '电影《不背单词》在网上很红，推荐大家看。'],
    ['不背单词', '首先推荐《不背单词的人》这本书。'],
    ['Klar', 'Das ist für alle und nicht teuer:\n\n**Klar von Hope** – ohne Duft und ohne Enzyme.'],
    ['Veja', '## Veja os melhores da lista\nPara a cozinha, que não é pouco.\n\n## Veja também o resto\nPara a casa.'],
    ['ほほえみ', '赤ちゃんのあるほほえみや泣き声を見ます。'],
    ['うちの子', '「うちの子は健康だから」と思っていても、通院は増えます。'],
    ['집꾸미기', '자취방 집꾸미기에 큰돈을 들일 필요는 없습니다.'],
    ['집꾸미기', '신혼부부의 집꾸미기는 순서가 있습니다.'],
    ['자란다', '**아이는 놀이로 자란다**\n놀이가 중심입니다.'],
    ['자란다', '아이는 어른 곁에서 자란다고 합니다.'],
    ['생각대로', '대행사를 바꿔도 생각대로 빨라지지 않는 경우가 많습니다.'],
    ['땡겨요', '매운 게 땡겨요, 그런데 속이 걱정입니다.'],
    ['채움', '고객과의 채움이 끊기지 않아야 합니다.'],
    ['채움', '### 간편한 채움 주기와 관리\n정수기는 다음과 같습니다.'],
    ['도장', '책상 위의 도장처럼 늘 쓰게 됩니다.'],
    ['Ancla', 'Para empezar hay que leer los folletos. Mira también el bar Ancla Dorada, que es de los buenos.'],
    ['Mesa', 'Para trabajar gratis está el bar Mesa Redonda de Lugo, donde te dejan enchufar el portátil.'],
    ['Pipeline', '### Pipeline Sprzedażowy – Co To Jest\nZanim kupisz program, dla siebie rozrysuj go na kartce.'],
    ['Beats', '### Por Que os Beats Pedem Grave\nEm géneros como esse, uma boa parte da energia é baixa.'],
    ['ING', 'Das sagt laut Verband Dipl.-Ing. Katharina Wolff, die für den Verein zu Finanzen berät und prüft.'],
    ['ING', 'Prüft vorher, ob der Titel „Ing.“ im Namen steht, und ob das Konto für euch ist.'],
    ['Emma', '## How Emma Plans Her Month\nShe takes home $3,200 and gives each dollar a job.'],
    ['Emma', 'Take an example. Emma brings home $3,200. She gives each dollar a job.'],
    ['Calden', 'Set a limit. Calden Newport has made the point for years: office hours beat calendars.'],
    ['Cald', 'A few rules are stricter than HIPAA. Cald/OSHA rules don’t touch booking.'],
    ['Ocaso', 'Para dormir mejor, los balnearios como Ocasos del Pirineo ofrecen un programa para todos.'],
    ['Vokan', 'Selon l’économiste Vokan Le Guennec, qui a étudié ces contrats, un agent y gagne peu.'],
    ['Zip', 'Pick one of those.\n\n**Vendor Lookup by Zip Code**\nSome tools have it.'],
  ])('isn’t %s in %s', (brand, text) => {
    expect(names(brand, text)).toBe(false)
  })

  test.each([
    ['Rompslomp', 'Voor zzp’ers is het pakket van Rompslomp het makkelijkst, en dat is voor iedereen gratis.'],
    ['ANCLA', 'Para empezar lo mejor es ANCLA, que es la más barata de las tres y no tiene comisión.'],
    ['Ancla', 'Para empezar la mejor es la Ancla, que no tiene comisión y es para todo el mundo.'],
    ['ING', 'Viele sagen: „Mein Konto ist bei der ING.“ Das ist für den Urlaub gut und kostet nichts.'],
    ['Emma', 'Take an app. Emma costs $5. Her makers are in London, and they say that she saves.'],
    ['Calden', 'Set a limit. Calden Pro has made it easier for years, and it beats calendars.'],
    ['Cald', 'A few are cheap. Cald/Vokir is one price for both.'],
    [
      'Vos Factures',
      'Il y en a plusieurs pour vous, et pour les autres. Vos-Factures accorde une remise aux associations.',
    ],
    ['Ocaso', 'Para dormir mejor, el colchón Ocaso del Corte es el que más nos gusta para todos.'],
    ['Vokan', 'Selon l’économiste, Vokan est la moins chère, et elle est pour un agent la plus simple.'],
    ['Vokan', 'Ce que dit l’économiste Vokan suffit : elle est la moins chère pour un agent.'],
    ['La Vokira', 'All three are excellent.\n\n**La-Vokira**\n+ Best on rock\n\n**Tarvek**\n+ Cheap'],
    [
      'Vokira',
      'Das ist die Liste für euch:\n\n| Modell | Preis |\n|---|---|\n| vokira L10s Ultra | 449 € |\n| Tarvek | 9 € |',
    ],
    ['ING', 'ING. Lleva en España desde hace años, y no te cobra por la cuenta ni por la tarjeta.'],
    ['Chroma', 'Avoid strong compression in the pictures. Chroma does the rest.'],
    ['つむぎ', '株式会社つむぎは小さいです。規模が小さいなら、つむぎの工程も見ます。'],
    ['つむぎ', '会社の規模が小さいなら、つむぎの工程も見ます。'],
    ['도장', '가장 많이 추천되는 것은 도장, 모두사인입니다.'],
    ['채움', '## 4. 채움 제로 — 소음이 적은 집\n조용합니다.'],
    ['うちの子', '1. **うちの子** – 窓口が便利です。'],
    ['不背单词', '如果用 iPhone，首先推荐《不背单词》。它每天换一张壁纸。'],
    ['Klar', 'Das ist für alle und nicht teuer:\n\n**Klar von AlmaWin** – ohne Duft und ohne Enzyme.'],
    ['ほろよい', '代表的なのはほろよいや檸檬堂です。'],
    ['ほほえみ', '外出時なら、キューブのあるほほえみがおすすめです。'],
    ['집꾸미기', '소품은 집꾸미기가 편합니다.'],
    ['자란다', '째깍악어, 자란다. 둘 다 좋습니다.'],
    ['생각대로', '1. **생각대로** – 전국망이 있습니다.'],
    ['땡겨요', '배달의민족, 땡겨요, 요기요를 많이 씁니다.'],
    ['舒適牌', '舒適牌比較溫和。'],
    ['Acall', '候補はアコール、サイボウズです。'],
    ['Ramp', 'They all call it “Ramp” at work.'],
    ['Tide', '### 2️⃣ Tide\n\nIt is a good one.'],
    ['Tide', '1️⃣ Tide – it is a good one.'],
    ['Calm', '## 1위. Calm\n수면 콘텐츠가 강합니다.'],
    ['Blau', 'Das ist für alle und nicht teuer:\n\n**👨‍👩‍👧 Für Familien: Blau**\nDie Karte ist gut.'],
    ['Prima', 'Per la casa prova questi siti: ConTe, che è caro; Prima, i cui prezzi sono per te più bassi.'],
    ['2-10 Home', 'Ask about **2–10 Home** there.'],
    ['채움', '학생을 위한 채움은 조용하고 관리도 편합니다.'],
    ['Morfeo', 'Para dormir bien la segunda sería el **Morfeo Híbrido**, que es algo más firme.'],
  ])('is %s in %s', (brand, text) => {
    expect(names(brand, text)).toBe(true)
  })
})

describe('a name in small letters behind an article', () => {
  test.each([
    ['Claryva', 'Get a claryva if your water has anything in it.'],
    ['Tediber', 'Franchement ? Un tediber, et on n’en parle plus, car il est pour tout le monde.'],
  ])('is %s where no dictionary knows it: %s', (brand, text) => {
    expect(names(brand, text)).toBe(true)
  })

  test.each([
    ['Wallbox', 'Put the wallbox in the garage and leave the cable there.'],
    ['Zefiro', 'Con un materasso come questo senti uno zefiro di aria per tutta la notte, ed è per tutti.'],
    ['Geldvriend', 'Met de geldvriend van je werkgever koop je een fiets, en dat is voor iedereen.'],
    ['Jalon', 'Le plan de ce projet a des jalons, et chaque jalon est une date pour tout le monde.'],
  ])('is a word of the language otherwise: %s in %s', (brand, text) => {
    expect(names(brand, text)).toBe(false)
  })
})

test('an ordinary name is no part of somebody else’s longer one', () => {
  expect(names('Nuvem', 'Em geral, a cada dez anos, como lembra o blog Nuvem de Sonhos, que é de uma loja.')).toBe(
    false,
  )
  expect(names('Nuvem', 'Em geral, a cada dez anos, como lembra Nuvem, que é de uma loja e não de um blog.')).toBe(true)
})

test('a Korean verb is no name, though it sounds like one', () => {
  expect(names('다짐', '운동을 꾸준히 하겠다고 다짐하는 첫 상담 때 안내합니다.', 'DAGYM')).toBe(false)
})

test('a name of ordinary words in Latin letters is quoted in Japanese', () => {
  expect(names('direct', '建設現場なら「direct」が第一候補です。')).toBe(true)
  expect(names('direct', '「direct」とは直接という意味です。')).toBe(false)
  expect(names('direct', '現場なら「direct call」が便利です。')).toBe(false)
})

/** The same, where this is asked. */
function namesAsked(brand: string, question: string, text: string): boolean {
  const product = { brand, domain: 'vendor.example', aliases: [brand.replace(' ', '')] }
  const answer = { text, question, citations: [] }
  return createProductCounter(product, [], [answer])
    .count(answer)
    .some((mention) => mention.brand === brand)
}

test('a word of Japanese is a name where the question compares it', () => {
  const text = '地肌にはルームの泡がよいです。'
  expect(namesAsked('ルーム', 'ルームとTSUBAKIどっちがいい？', text)).toBe(true)
  expect(namesAsked('ルーム', 'ルームとデルームは？', text)).toBe(false)
  expect(namesAsked('ルーム', 'ルームと泡は？', text)).toBe(false)
})

test.each([
  ['zorro vs loom', '**loom**: you film it\n\n**zorro**: you draw it', true],
  ['what films a screen', '**loom**: you film it\n\n**zorro**: you draw it', false],
  ['zorro vs loom', 'A weaver has a loom at home.', false],
])('a word in small letters at the head of a line, where the question is “%s”: %s', (question, text, expected) => {
  expect(namesAsked('Loom', question, text)).toBe(expected)
})

test.each([
  ['Meglio la friggitrice della del vokro o quella della Tarvek?', true],
  ['Quale friggitrice è la migliore?', false],
  ['Meglio una friggitrice o una delvokro?', false],
])('a name in small letters behind an article, where the question is “%s”', (question, expected) => {
  const text =
    'Sono due filosofie diverse, e dipende da cosa cucini. Quella della delvokro lavora a vasca aperta, con la aria.'
  expect(namesAsked('Del Vokro', question, text)).toBe(expected)
})

test.each([
  [
    'tarvek o marmota cual me compro',
    '**tarvek**\nbueno para la espalda\n\n**marmota**\nmás firme y con más peso',
    true,
  ],
  [
    'cual me compro para la espalda',
    '**tarvek**\nbueno para la espalda\n\n**marmota**\nmás firme y con más peso',
    false,
  ],
  ['tarvek o marmota cual me compro', '**tarvek**\nbueno para la espalda\n\nla **marmota** duerme para todos', false],
])('a word of the language by itself in bold, where the question is “%s”: %s', (question, text, expected) => {
  expect(namesAsked('Marmota', question, text)).toBe(expected)
})

test('katakana before the kind of thing that the question asks for', () => {
  const product = { brand: 'ZOLKA', domain: 'vendor.example', aliases: ['ゾルカ'] }
  const counts = (text: string, question: string): number =>
    createProductCounter(product, [], [{ text, question, citations: [] }]).count({ text, question, citations: [] })
      .length
  const text = '1. **ゾルカマットレス**\n   - 120日間のトライアル\n2. **モットン**\n   - 高反発'
  expect(counts(text, 'おすすめのマットレスは？')).toBe(1)
  expect(counts(text, 'おすすめの寝具は？')).toBe(0)
  expect(counts(text.replace('ゾルカ', 'アゾルカ'), 'おすすめのマットレスは？')).toBe(0)
})

test('a word in katakana before the kind of thing that the question asks for heads its line', () => {
  const product = { brand: 'ネル', domain: 'vendor.example', aliases: [] }
  const answer = { text: '1. **ネルマットレス**\n2. **モットン**', question: 'おすすめのマットレスは？', citations: [] }
  expect(createProductCounter(product, [], [answer]).count(answer)).toHaveLength(1)
})

test('katakana that stand for an ordinary English word are a word but where they are claimed', () => {
  expect(names('Stock', '流れる情報と、ストックする情報は分けます。ストックは大切です。', 'ストック')).toBe(false)
  expect(names('Stock', '社内の情報共有なら「ストック」が向いています。', 'ストック')).toBe(true)
  expect(names('KING OF TIME', '社内の勤怠管理にはキングオブタイムが大切です。', 'キングオブタイム')).toBe(true)
  expect(names('Stock', '社内の情報共有にはゾルレクスが大切です。', 'ゾルレクス')).toBe(true)
  expect(names('Zolrex', '社内の情報共有にはゾルレクスが大切です。', 'ゾルレクス')).toBe(true)
})

test('a word that the question has in small letters heads no title as a name', () => {
  const text =
    'In breve: sui sentieri facili va bene tutto, e per chi non è esperto è meglio.\n\n### Scarpa: pro e contro\n- leggera'
  const counts = (question: string): number =>
    createProductCounter({ brand: 'Scarpa', domain: 'vendor.example', aliases: [] }, [], []).count({
      text,
      question,
      citations: [],
    }).length
  expect(counts('Meglio una scarpa bassa o uno scarpone?')).toBe(0)
  expect(counts('Quali scarponi?')).toBe(1)
})
