import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'
import type { Brand } from '../../../pipeline/mentions/names/brand.ts'

/** The rule by which the name is counted, or why it isn't. */
function outcome(name: string, text: string, ...others: string[]): string {
  const brands: Brand[] = [name, ...others].map((each) => ({ name: each, domain: null, spellings: [each] }))
  const { mentions, refused } = createJudge(brands)({ text, question: '', citations: [] })
  const mention = mentions.find(({ brand }) => brand === name)
  return mention?.rule ?? `not: ${refused.find(({ brand }) => brand === name)?.reason ?? 'found'}`
}

test.each([
  ['Tide', 'Starling, tide and HSBC get the best scores.', 'listed'],
  ['Proton', 'It is close. Proton VPN does need a mail.', 'case'],
  ['Superscript', 'Cheap. Superscript (gosuperscript.com) does it.', 'case'],
  ['Superscript', 'Cheap. Superscript (or italics) would do.', 'not: ambiguous'],
  ['Brooks', 'A third option is the Brooks Glycerin.', 'case'],
  ['Brooks', 'Brooks Running shoes are fine.', 'not: ambiguous'],
  ['Ironclad', "They compare. **Ironclad's** assistant drafts.", 'bold'],
  ['Tide', 'Speed first: Tide and Monzo are quick.', 'listed'],
  ['Tide', 'Time and tide wait for nobody.', 'not: ambiguous'],
  ['Factor', "Factor's menu is long.", 'possessive'],
  ['Nothing', "Nothing's menu is long.", 'not: ambiguous'],
  ['On', 'On race day it rains.', 'not: ambiguous'],
  ['On', 'It runs on and on.', 'not: found'],
  ['On', '- **On Cloudmonster 2** – soft', 'list-head'],
  ['On', '## On Cushioning', 'not: ambiguous'],
  ['Close', '**Close Deals Faster:** how', 'not: ambiguous'],
  ['Wise', '- [Wise Business](https://wise.example/x) – cheap', 'list-head'],
  ['Keeper', '**Recommendation:** Keeper for big teams.', 'list-head'],
  ['Streak', '**If you live in your inbox:** Streak. It is good.', 'list-head'],
  ['Harbor', '- **Harbor Vokiro 20 cm** – sharp', 'list-head'],
  ['Harbor', '- **Harbor Walls 20 cm** – how', 'not: ambiguous'],
  [
    'Respire',
    'Il y en a trois, et le choix est simple.\n\n- **Le plus doux : Respire Homme « Cèdre ».** Bien.',
    'list-head',
  ],
  [
    'Respire',
    'Il y en a trois, et le choix est simple.\n\n- **Le matin : Respire Homme « Cèdre ».** Bien.',
    'not: ambiguous',
  ],
  ['Close', '| Feature | HubSpot | Close |\n|---|---|---|\n| Price | 1 | 2 |', 'table-cell'],
  ['Harbor', 'Harbor. Set it up once and forget it.', 'list-head'],
  ['Harbor', 'Harbor, provided that you can look after it.', 'list-head'],
  ['Harbor', 'Harbor, as sailors know, is where you stop.', 'not: ambiguous'],
  ['Harbor', 'It is easy. Harbor, provided that you can.', 'not: ambiguous'],
  ['Harbor', 'Harbor walls are high.', 'not: ambiguous'],
  ['Harbor', 'For wide feet, HARBOR® has insulated boots.', 'name'],
  ['Harbor', 'For wide feet, the HARBOR Duo is best.', 'case'],
  ['Keen', 'It needs a KEEN eye.', 'not: ambiguous'],
  ['Keen', 'For wide feet, KEEN offers insulated boots.', 'case'],
  ['Simple', 'Simple. Set it up once and forget it.', 'not: ambiguous'],
  ['Quip', '### quip\nSmall.', 'heading'],
  ['Betterment', 'Save.\n\n**Close second: Betterment.** The same fee.', 'list-head'],
  ['Betterment', 'Save.\n\n**Close second: Betterment of the soil.** Dig.', 'not: ambiguous'],
  ['Fabric', 'Fabric by Quill Life is built for that.', 'maker'],
  ['Fabric', 'Fabric by Friday, please.', 'not: ambiguous'],
  ['Fabric', 'Fabric by the yard is cheap.', 'not: ambiguous'],
  ['Infer', '- **Infer by Quill** – quick', 'list-head'],
  ['Boost', 'It is dear. Ignore Boost; it pays too little.', 'case'],
  ['Open Farm', 'The best are QUILLER RAW and OPEN FARM RAWMIX, as you know.', 'case'],
  ['Garden of Life', 'It has fibre, and Garden of Life Raw Organic has most.', 'case'],
  ['Garden of Life', 'It is, in short, Our Garden of Life Raw Organic.', 'not: ambiguous'],
  ['Ghost', 'It is dear.\n*Ghost* is lovely for a magazine.', 'bold'],
  ['Ghost', 'It is dear, and *Ghost* is a film.', 'case'],
  ['Ghost', 'It is dear.\n*Ghost* stories are lovely.', 'not: ambiguous'],
  ['Note', 'It is dear. *Note* that it is dear.', 'not: ambiguous'],
  ['Open Farm', 'AN OPEN FARM IS A JOY', 'not: ambiguous'],
  ['Brave', '## For the Brave and the Patient', 'not: ambiguous'],
  ['Format', '### File Format and Content Portability', 'not: ambiguous'],
  ['Hello bank!', 'Chez Hello Bank, vous pouvez.', 'case'],
  ['Gantt Chart', 'There are no Gantt charts.', 'not: word'],
  ['Vokir Share', 'Am weitesten geht VOKIR share in der Stadt.', 'name'],
  ['Vokir Share', 'Am weitesten geht Vokir share in der Stadt.', 'not: word'],
  ['La Piccola', 'Quanto spazio hai? La piccola differenza conta.', 'not: word'],
  ['La Piccola', 'Mi piace La Piccola di casa.', 'name'],
  ['Papierkram', 'Ein wenig Papierkram ist nicht zu vermeiden und das ist für alle so.', 'not: word'],
  ['Papierkram', 'Den Papierkram mag niemand, und das ist gut.\n\n- **Papierkram** – einfach', 'name'],
  ['Faden', 'Ohne einen roten Faden ist das nichts und wird es nicht.', 'not: word'],
  ['Cumbre', 'Desde la cumbre hasta la meta.', 'not: word'],
  ['Loja Integrada', 'Com a loja integrada ao ERP, tudo sai.', 'not: word'],
  ['バックログ', 'スプリントバックログを整理します。バックログが多いと大変です。', 'not: word'],
  ['バックログ', '1. **バックログ**：軽い\n2. **スプリント**：重い', 'name'],
  ['カルク', '経理の負担をカルクしたいのであれば、自動仕訳です。', 'not: word'],
  ['カルク', '一番はカルクです。', 'name'],
  ['つむぎ', '人の縁をつむぎ、つなげます。', 'not: word'],
  ['弥生', '古くは弥生時代の話です。', 'not: word'],
  ['弥生', '第一候補は弥生です。', 'name'],
  ['石头', '大面积石头地砖不好。', 'not: word'],
  ['石头', '预算充足选石头，静音。', 'name'],
  ['随手记', '一分钟随手记一笔就好。', 'not: word'],
  ['플로우', '업무 플로우를 적어 주세요.', 'not: word'],
  ['플로우', '예산이 있다면 플로우가 좋습니다.', 'inflected'],
  ['imagin', 'Imagina que retiras dinero.', 'not: found'],
  ['Babbel', 'zacznij od Babbela, żeby mówić.', 'inflected'],
  ['eTutor', 'Polecam e-Tutor dla każdego.', 'case'],
  ['eTutor', 'e tutor is two words', 'not: found'],
  ['Cumbre', 'Me gusta la Risco Ultra de Cumbre.', 'name'],
  ['Close', 'In close, HubSpot costs more.', 'not: ambiguous'],
  ['Lantern Pro', '- **Tiny Lantern Pro** – about $5', 'not: ambiguous'],
  ['Lantern Pro', '- **Lantern Pro** – about $5', 'list-head'],
  ['Lantern Pro', 'Try Lantern Pro or wait.', 'case'],
  ['Egg', '| Pram | Price |\n|---|---|\n| Egg 3 by BabyStyle | 5 |', 'list-head'],
  ['Guru', '**TL;DR:** Guru for answers in chat, and a wiki for the rest.', 'list-head'],
  ['Confluence', '#### 4 · Confluence\nOnly for engineers.', 'heading'],
  ['Harness', '**D. Harness** – for large teams', 'list-head'],
  ['Infer', '- **Infer** by Meta – for mobile apps', 'list-head'],
  ['Patch', 'Patch by Friday.', 'not: ambiguous'],
  ['Flyer', '3. **FLYER – Upstreet**: long range', 'list-head'],
  ['BILL', '**BILL EARLY.** Send it on the 25th.', 'not: ambiguous'],
  ['Helden', '**App-Tipp:** Helden. Das ist für alle gut und der Preis ist klein.', 'name'],
  ['Ada', 'Under Title II of the ADA, it must be readable.', 'not: word'],
  ['Ada', 'A vendor who calls it "ADA ready" is none.', 'not: word'],
  ['Clay', 'As the late Clay Wexmore said, it is so.', 'not: person'],
  ['Vokiro', '"It is so," says Vokiro Wexmore, a counselor there.', 'not: person'],
  ['gb', '- gb 小海龟：轻\n- 惠尔顿 茧之爱：贵', 'list-head'],
  ['gb', '它有 2 gb 内存。', 'not: ambiguous'],
  ['Green', '### 1. Green（グリーン）\n- 求人が中心', 'heading'],
  ['Vokiro', 'Arts Vokiro de Wexmer raadt aan om te liggen.', 'not: person'],
  ['Suri', 'SURI, a London start-up, is small.', 'name'],
  ['Balay', 'La balay 3TS770B es la más dura de las cuatro y no es cara.', 'name'],
  ['Balay', 'Un balay 300 es para los que no tienen tiempo ni ganas.', 'not: word'],
  ['Miele', 'I costi di una Miele si ripagano, e non è poco per la casa.', 'case'],
  ['Miele', 'I costi di una miele si ripagano, e non è poco per la casa.', 'not: word'],
  ['Bergsteiger', 'Für Bergsteiger und alle, die viel gehen, ist das gut und nicht teuer.', 'not: word'],
  ['Bergsteiger', 'Für alle, die viel gehen, ist das gut und nicht teuer, wie Bergsteiger auch.', 'case'],
  ['Open Farm', '| Food | Price |\n|---|---|\n| OPEN Farm | 9 |', 'table-cell'],
  ['Better Ideas', '## Seven Tips for Better Ideas', 'not: ambiguous'],
  ['Better Ideas', 'There are tips for Better Ideas there.', 'case'],
  ['Vokiro', 'Budget buyers are usually pointed to the **Vokiro Equip**, which is quick.', 'name'],
  ['Vokiro', 'Budget buyers are usually pointed to the Vokiro Equip, which is quick.', 'not: shop'],
  [
    'Declarando',
    'Para los que no tienen tiempo: declarando los gastos una vez, es más fácil que con una hoja.',
    'not: word',
  ],
])('%s in "%s"', (name, text, expected) => {
  expect(outcome(name, text)).toBe(expected)
})

test('the kind of thing that is asked for stands behind a name', () => {
  const brands: Brand[] = [{ name: 'Branch', domain: null, spellings: ['Branch'] }]
  const counted = (question: string, text: string) =>
    createJudge(brands)({ text, question, citations: [] }).mentions.length
  expect(counted('Which ergonomic chairs are good?', '- **Branch Ergonomic Chair** – soft')).toBe(1)
  expect(counted('What should I buy?', '- **Branch Ergonomic Chair** – soft')).toBe(0)
  expect(counted('Which ergonomic chairs are good?', '## Branch Ergonomic Chairs: What Are They?')).toBe(0)
})

test('a name that sounds like an English word of its brand may be that word in Korean', () => {
  const counted = (...spellings: string[]) =>
    createJudge([{ name: '플로우', domain: null, spellings, own: true }])({
      text: '종이 결재 시절의 플로우를 그대로 옮기지 마세요.',
      question: '',
      citations: [],
    }).mentions.length
  expect(counted('플로우', 'Flow')).toBe(0)
  expect(counted('플로우', 'Flowen')).toBe(1)
})

test('in front of a model an ordinary word begins a sentence as a name', () => {
  expect(outcome('Specialized', 'Specialized Epic 8 is seen most often.')).toBe('case')
  expect(outcome('Specialized', 'Specialized tools are seen most often.')).toBe('not: ambiguous')
  expect(outcome('Giant', '4. GIANT REIGN E+ – quick')).toBe('list-head')
})

test('a link to the own domain names the brand, however ordinary its label', () => {
  const brands: Brand[] = [{ name: 'Harness', domain: 'harness.io', spellings: ['Harness'] }]
  const counted = (text: string) => createJudge(brands)({ text, question: '', citations: [] }).mentions[0]?.rule
  expect(counted('Or so: [Harness](https://www.harness.io/products) does it all.')).toBe('domain-linked')
  expect(counted('Or so: [Harness](https://www.other.example/harness) Does It All.')).toBeUndefined()
  expect(counted('Then [harness it all](https://www.harness.io/products) yourself.')).toBeUndefined()
  expect(counted('→ [harness](https://www.harness.io) – a normal one')).toBe('domain-linked')
})

test('an ordinary word that leads a line among lines that names lead is one', () => {
  const text = (...heads: string[]) => heads.map((head) => `- **${head}** – good`).join('\n')
  expect(outcome('Instinct', text('Zignature', 'Canidae', 'Instinct Limited Recipe'), 'Zignature', 'Canidae')).toBe(
    'list-head',
  )
  expect(outcome('Instinct', text('Price', 'Canidae', 'Instinct Limited Recipe', 'Taste'), 'Canidae')).toBe(
    'not: ambiguous',
  )
})

test('a sentence that speaks of an ordinary word speaks of the brand, where others are named', () => {
  expect(outcome('Origin', 'Origin has the slickest one.', 'Mixpanel')).toBe('not: ambiguous')
  expect(outcome('Origin', 'Mixpanel is fine. Origin has the slickest one.', 'Mixpanel')).toBe('subject')
  expect(outcome('Origin', 'Mixpanel is fine. Origin also has a slick one.', 'Mixpanel')).toBe('subject')
  expect(outcome('Origin', 'Mixpanel is fine. Origin imports well, too.', 'Mixpanel')).toBe('subject')
  expect(outcome('Origin', 'Mixpanel is fine. Origin imports often fail.', 'Mixpanel')).toBe('not: ambiguous')
})

test('a word that a brand writes in capitals may have but the first', () => {
  expect(outcome('GHOST', 'For a year now the Ghost costs less.')).toBe('case')
  expect(outcome('GHOST', 'For a year now the ghost costs less.')).toBe('not: ambiguous')
  expect(outcome('ICE', 'For a year now the Ice costs less.')).toBe('not: ambiguous')
})

test('a sentence that acts on something speaks of a rival where others have capitals of their own', () => {
  const text = (more: string): string => `${more}. Stripe handles ACH debit well.`
  expect(outcome('Stripe', text('Take the Balance or the Drip'), 'Balance', 'Drip')).toBe('subject')
  expect(outcome('Stripe', text('Take the Balance'), 'Balance', 'Drip')).toBe('not: ambiguous')
})
