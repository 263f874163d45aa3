import { expect, test } from 'vitest'
import { createJudge } from '../../../pipeline/mentions/count.ts'

/** Whether the product's name counts in a text. */
function counts(name: string, text: string): boolean {
  const judge = createJudge([{ name, domain: null, spellings: [name], own: true }])
  return judge({ text, question: '', citations: [] }).mentions.length > 0
}

test.each([
  ['Wexmore', 'A club in Wexmore, New Hampshire, has one.', false],
  ['Wexmore', 'A club likes Wexmore, New Hampshire has none.', true],
  ['Wexmore', 'A club in Wexmore, Vokiro and others.', true],
  ['Wexmore', 'A walk to Wexmore Heath Nature Reserve is free.', false],
  ['Lantern', 'We saw Sabrine of Lantern there.', false],
  ['Lantern', 'We asked users of Lantern there.', true],
  ['Hurrah!', 'Rain in minutes. Hurrah! There are better ones.', false],
  ['Hurrah!', 'Rain in minutes. Hurrah! Pro is better.', true],
  ['Hurrah!', 'We chose Hurrah! There are better ones.', true],
  ['Lantern', "It is old. Pale Lantern isn't.", false],
  ['旅人', '取景地因《星海：旅人》走红，平台很多。', false],
  ['샤크', "미국 방송 '샤크 탱크'에 나온 청소기입니다.", false],
  ['샤크', "가장 조용한 것은 '샤크 에보'입니다.", true],
  ['Vokiro', 'The film *Vokiro Nights* is about it.', false],
  ['Vokiro', 'We like *Vokiro Nights* for it.', true],
  ['Ocaso', 'En Lugo lo presta la Clínica Puerta del Ocaso, y en la costa los demás.', false],
  ['Ocaso', 'Para empezar, el programa Ocaso Pyme de la Diputación ofrece talleres para los que no saben.', false],
  ['Ocaso', 'Para empezar, el programa Ocaso Pyme de la marca ofrece talleres para los que no saben.', true],
  ['Ocaso', 'En Lugo lo presta el equipo del Ocaso, y en la costa los demás.', true],
  ['Lantern', "It is old. With Lantern it isn't.", true],
  ['Ocaso', 'O hospital de Ocaso é novo; em Ocaso (SP) há outro, e não é caro.', true],
  ['Vokiro', 'O hospital é novo; em Vokiro (SP) há outro, e não é caro.', false],
  ['Vokiro', 'O hospital é novo; em Vokiro (antes Lumex) há outro, e não é caro.', true],
  ['Ocaso', 'O hospital é novo, e a Casa Senhora do Ocaso, que não é cara, também.', false],
  ['Ocaso', 'O hospital é novo, e a casa do Ocaso, que não é cara, também.', true],
  ['Amparo', 'O hospital não é caro, e para muitos é novo:\n\n**Direito a Amparo no Serviço: o que saber**', false],
  ['Amparo', 'O hospital não é caro, e para muitos é novo:\n\n**Direito a outro Amparo no Serviço: o que é**', true],
  ['Wexmore', 'It meets what the Wexmore Act asks for.', false],
  ['Wexmore', 'It meets what the Wexmore app asks for.', true],
  ['Iskra', 'Fani docenią malowanie „TS-11 Iskra", które ADO pokazało.', false],
  ['Iskra', 'Fani docenią malowanie „Nova Iskra", które ADO pokazało.', true],
  ['Vokiro & Lumex', 'The others belong to Stanley Vokiro & Lumex of Ohio.', false],
  ['Vokiro & Lumex', 'The others belong to Vokiro & Lumex of Ohio.', true],
  ['Colibri', 'Imagine a casa "Jardim do Colibri", com copos de colibri para todos.', false],
  ['Colibri', 'Imagine a equipe do Colibri, com copos de colibri para todos.', true],
  ['Vokiro', 'A crítica gastronómica Sofia Vokiro Tavares sugere uma.', false],
  ['Vokiro', 'A crítica gastronómica Lumex Vokiro Tavares sugere uma.', true],
  ['Vokiro', 'One comes from Bill Vokiro, a retired teacher.', false],
  ['Vokiro', 'One comes from Bill Vokiro, and it is cheap.', true],
  ['Piazza', '- **Ristorante «La Piazza» (Asiago):** due stufe.', false],
  ['Vokiro', 'Il bar «La Vokiro» ne ha due.', false],
  ['Innocent', 'À Paris, le bar L’Innocent, près de la fontaine, presse le sien pour les clients.', false],
  ['Innocent', 'À Paris, le bar La Innocent est près de la fontaine et presse le sien.', false],
  ['브롬튼', '사우스켄싱턴에서 시작한다면 브롬튼 로드를 지나 걷습니다.', false],
  ['브롬튼', '사우스켄싱턴에서 시작한다면 브롬튼 자전거를 타고 걷습니다.', true],
  ['Ziaja', 'Mówi o tym dr n. med. Anna Ziaja-Kowal z kliniki.', false],
  ['Ziaja', 'Mówi o tym marka Ziaja-Kowal z kliniki.', true],
  ['Vokiro', 'Il bar «Vokiro» ne ha due.', true],
  ['Vokiro', 'Hallo Vokiro! Es kommt auf drei Dinge an.', false],
  ['Vokiro', 'Es ist gut.\n\nDear Vokiro, it comes down to three things.', false],
  ['Vokiro', 'Hallo Vokiro ist die beste App.', true],
  ['Vokiro', 'Try Vokiro! It comes down to three things.', true],
])('%s in: %s', (name, text, named) => {
  expect(counts(name, text)).toBe(named)
})

test('a question sets a longer name against the product', () => {
  const named = (question: string): boolean => {
    const judge = createJudge([{ name: 'Vokiro', domain: null, spellings: ['Vokiro'], own: true }])
    return judge({ text: '- **Vokiro HPT** – cheap', question, citations: [] }).mentions.length > 0
  }
  expect(named('Vokiro vs Vokiro HPT vs Lumex?')).toBe(false)
  expect(named('Vokiro vs Lumex HPT?')).toBe(true)
  expect(named('Is Vokiro or Vokiro HPT better?')).toBe(true)
})
