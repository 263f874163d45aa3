import { describe, expect, test } from 'vitest'
import { createProductCounter } from '../../../pipeline/mentions/product-counter.ts'

/** Whether the answer names the product. */
function names(brand: string, text: string, question = '', aliases: string[] = []): boolean {
  const answer = { text, question, citations: [] }
  return createProductCounter({ brand, domain: 'vendor.example', aliases }, [], [answer])
    .count(answer)
    .some((mention) => mention.brand === brand)
}

describe('the product in other languages than English', () => {
  test.each([
    ['Velta', 'Polecam Kortegę, choć w Velcie jest taniej.'],
    ['Íris', '- Kortega: completo\n- Zolnira: bom para redes\n- Iris: agenda por mensagem'],
    ['Íris', 'As duas são boas para redes. A ÍRIS fica ótima para quem está sozinho.'],
    ['NOS', 'A Kortega tem mais lojas e a NOS costuma ter a televisão mais completa.'],
    ['k.l.m.', 'De keuze is niet groot.\n\n1. **Kortega**\n2. **k.l.m.**\n3. **Zolnira**'],
    ['lo. Mobile', 'Kortega ha il prezzo fisso, mentre lo. mobile usa la rete di tutti.'],
    ['Respire', 'Kortega est efficace mais parfumé ; Respire mise sur une formule courte pour la peau.'],
    ['Miles', 'Die Autos fahren heute unter der Marke Miles. Die alte App ist nicht mehr da.'],
    ['당근', '번개와 당근이 대표적입니다. 동네 거래에 좋아요.'],
    ['カラー', '少部数なら、カラーをおすすめします。'],
    ['Emma', 'Für die Seite ist die Emma One gut. Das sagt auch der Handel.'],
    ['Brisa', 'Quem prefere autonomia abre a conta na Brisa, que é mais barata do que as outras.'],
    ['Guichet', 'Pour les petites salles, évitez GUICHET cette fois : il est trop cher.'],
    ['Gefertigt', 'die app ist gut und nicht teuer. nimm einfach gefertigt, das ist schnell. fertig.'],
    ['Kortega', 'Une assurance de Kortega est la plus simple pour les voyages.'],
  ])('is %s in %s', (brand, text) => {
    expect(names(brand, text)).toBe(true)
  })

  test.each([
    ['Íris', 'A câmara mede a íris. Íris e retina são fotografadas no exame.'],
    ['NOS', 'A Kortega é a melhor para nós. Isso nos diz o teste de todos os anos.'],
    ['Respire', 'Respire : ta peau n’aime pas l’alcool. Le baume laisse une peau qui respire mieux.'],
    ['Miles', 'Mit der Karte sammelst du Punkte, die du in Miles umwandeln kannst, und das ist gut.'],
    ['Château d’Eau', 'Kortega filtre bien. L’eau vient du château d’eau communal, traitée au chlore.'],
    ['¡Listo!', 'Descargas la aplicación, pagas con la tarjeta y ya está, ¡listo! Así de fácil es.'],
    ['スマート', 'スマートな操作性が魅力です。'],
    ['ひかり', '速いのはauひかりです。'],
    ['カラー', 'カラー印刷は1枚10円です。'],
    ['カラー', 'カラーは1枚から注文できます。'],
    ['필수', '필수는 아니지만 있으면 편합니다.'],
    ['Emma', '„Ich schlafe gut darauf“, sagt Emma Zolnira aus dem Norden.'],
    ['Alan', 'Die Kasse ist gut. Alan, 34, Designer, ist mit ihr zufrieden.'],
    ['Kortega', 'Cerca del centro está la Fundación Kortega con sus fotos.'],
    ['Kortega', 'Die Robert Kortega Stiftung hat damit nichts zu tun.'],
    ['Brisa', 'O vento é forte e a brisa não é para todos, nem na praia.'],
    ['Teuer', 'Das ist gut und nicht für alle da: Vokirn, teuer, Zolnira und mehr.'],
    ['Mucho', 'Si la persona cocina mucho, Zolnira es la mejor para la casa.'],
    ['Gefertigt', 'Die App ist gut und nicht teuer. Sie wird in Wien gefertigt. Das ist schnell.'],
    ['Repuestos', 'Lo que cuenta es el precio y los **repuestos** de la casa.'],
    ['Fundada', 'Zolnira, fundada y Kortega son las mejores para la casa.'],
    ['Takt', 'Das ist für dich nicht teuer.\n\n## Planung und Takt der Schichten\n\nDer Takt ist gut.'],
    ['Solution', 'Pour les petites salles il est bon :\n\n1. **Kortega** – Solution complète pour les clubs'],
    ['요리하다', '집에서 요리하다 보면 순서가 꼬이기 쉬워요.'],
    ['楽々精算', '出張費も楽々精算できるサービスです。'],
    ['Bravo', 'Con la lista ya está todo. ¡Bravo por comparar los precios!'],
  ])('isn’t %s in %s', (brand, text) => {
    expect(names(brand, text)).toBe(false)
  })

  test('an abbreviation that is spelled out is none', () => {
    expect(names('Askor', 'Fietsen met ASR (antislipregeling) zijn er ook.', '', ['ASR'])).toBe(false)
    expect(names('Askor', 'De polis van ASR is goed.', '', ['ASR'])).toBe(true)
  })

  test('whoever stands as a source behind a sentence or in brackets isn’t named', () => {
    expect(names('禾硕', '推荐云岚。来源：禾硕官网')).toBe(false)
    expect(names('Kortega', 'Gut sind zwei (Quelle: Kortega Ratgeber).')).toBe(false)
    expect(names('Kortega', 'Gut sind zwei (Quelle: Zolnira) und Kortega.')).toBe(true)
    expect(names('한솔길', '좋은 곳이 많습니다.\n\n참고 자료: 한솔길 공식 블로그')).toBe(false)
  })

  test('a heading with the question’s words, or one of its sentences, is the question', () => {
    const asked = 'Was sind die besten Alternativen zu Kortega?'
    expect(names('Kortega', '## Die besten Alternativen zu Kortega\n\nZolnira ist gut.', asked)).toBe(false)
    expect(names('Kortega', '## Kortega\n\nEin Klassiker.', asked)).toBe(true)
    expect(names('Kortega', '## Zolnira statt Kortega mieten\n\nEin Klassiker.', asked)).toBe(true)
    const two = 'Was kostet ein Konto? Ist Kortega dafür gut?'
    expect(names('Kortega', 'Ist Kortega dafür gut? Was kostet ein Konto? Das kommt darauf an.', two)).toBe(false)
  })
})
