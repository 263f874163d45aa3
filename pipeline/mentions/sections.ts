import { fold } from './fold.ts'
import { isOrdinaryWord } from './ordinary.ts'

/** Words that head sections and features where answers are written in other languages than the lexicon's. */
const SECTION_WORDS = new Set(
  [
    'vorteile nachteile fazit preis preise kosten funktionen merkmale hinweis tipp tipps übersicht überblick vergleich',
    'empfehlung empfehlungen anbieter kriterien zusammenfassung bewertung stärken schwächen zielgruppe testsieger ideal',
    'datenschutz sicherheit integrationen integration benutzerfreundlichkeit support kundenservice produkt werkzeug',
    'avantages inconvénients prix tarif tarifs conclusion fonctionnalités critères résumé comparatif conseil conseils outil',
    'idéal points forts faibles sécurité intégrations facilité remarque produit logiciel',
    'ventajas desventajas inconvenientes precio precios conclusión funciones características criterios resumen consejo',
    'consejos herramienta seguridad integraciones recomendación recomendaciones comparativa ideal nota producto',
    'vantagens desvantagens preço preços conclusão funcionalidades recursos critérios resumo dica dicas ferramenta',
    'segurança integrações recomendação recomendações comparação nota produto',
    'vantaggi svantaggi prezzo prezzi conclusione funzionalità caratteristiche criteri riepilogo consiglio consigli',
    'strumento sicurezza integrazioni confronto nota prodotto pro contro',
    'voordelen nadelen prijs prijzen conclusie functies kenmerken criteria samenvatting tip aanbieder',
    'wady zalety cena ceny podsumowanie funkcje wniosek plusy minusy преимущества недостатки цена цены вывод итог функции',
    '特徴 料金 価格 メリット デメリット まとめ 結論 おすすめ 比較 機能 注意点 ポイント サポート コスト 選び方 用途 ツール サービス 製品 名前',
    '特点 价格 优点 缺点 总结 结论 推荐 功能 对比 适合 注意 工具 产品 名称 优势 劣势 适用 特點 價格 優點 缺點 總結 推薦',
    '특징 가격 장점 단점 결론 추천 비교 기능 요약 참고 도구 제품 이름 정리',
  ]
    .join(' ')
    .split(' ')
    .map((word) => fold(word)),
)

/** Whether words alone head a section or a feature, in any of the languages known: "Key features", "Fazit", "料金". */
export function isSectionHead(text: string): boolean {
  const words = fold(text)
    .split(/[\s,&/]+/)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => SECTION_WORDS.has(word) || isOrdinaryWord(word))
}

const CHOICE_LABEL =
  /(?<!\p{L})(?:best|top|most|winner|runner|pick|choice|overall|budget|premium|value|favou?rite|recommended|recommendation|beste[rsn]?|testsieger|empfehlung|für|meilleure?s?|choix|pour|mejor(?:es)?|opción|para|melhor(?:es)?|escolha|migliori?|scelta|per|beste|voor)(?!\p{L})|おすすめ|最佳|推荐|추천/iu

/** Whether a label before a colon says that what follows is a choice: "Best overall", "Runner-up", "Für Teams". */
export function isChoiceLabel(text: string): boolean {
  return CHOICE_LABEL.test(text)
}
