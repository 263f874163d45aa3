/**
 * General words that head sections, criteria and features of an answer, one entry for each language; of English those
 * that the lexicon doesn't hold. All of a head's words must be among these (or `LINKING_WORDS`) for it to be a section's.
 */
export const SECTION_WORDS: Readonly<Record<string, string>> = {
  en: 'takeaway takeaways downside downsides tradeoff tradeoffs faq faqs gotcha gotchas workaround workarounds dealbreaker dealbreakers onboarding',
  de: `vorteile vorteil nachteile nachteil pluspunkte minuspunkte stärken schwächen fazit schlussfolgerung
    zusammenfassung kurzfassung übersicht überblick einleitung preis preise preismodell kosten gebühren leistung
    verhältnis funktionen hauptfunktionen funktionsumfang merkmale eigenschaften besonderheiten vergleich
    vergleichstabelle empfehlung empfehlungen kriterien auswahlkriterien bewertung bewertungen erfahrungen
    hinweis hinweise tipp tipps anmerkung wichtig zielgruppe einsatzbereich anwendungsfälle eignung geeignet
    testsieger alternativen anbieter produkt produkte werkzeug werkzeuge datenschutz sicherheit integration
    integrationen schnittstellen benutzerfreundlichkeit bedienung bedienbarkeit kundenservice kundendienst
    support qualität material gewicht grenzen einschränkungen ideal kostenlos kostenfrei nächste schritte fragen
    häufige beispiele leistungs haupt name`,
  fr: `avantages cible avantage inconvénients inconvénient forts faibles forces faiblesses conclusion verdict bilan
    résumé synthèse aperçu introduction prix tarif tarifs tarification coût coûts budget fonctions
    fonctionnalités fonctionnalité caractéristiques spécificités comparatif comparaison recommandation
    recommandations critères critère choix note notes remarque remarques conseil conseils astuce astuces
    utilisation dutilisation alternatives fournisseur fournisseurs produit produits outil outils logiciel
    logiciels confidentialité données sécurité intégration intégrations facilité simplicité ergonomie assistance
    support qualité matériaux poids limites idéal gratuit gratuite questions fréquentes exemples nom`,
  es: `ventajas ventaja desventajas desventaja inconvenientes pros contras fuertes débiles fortalezas debilidades
    conclusión conclusiones veredicto resumen síntesis introducción precio precios tarifa tarifas coste costes
    costo costos presupuesto calidad funciones funcionalidades características comparativa comparación
    recomendación recomendaciones criterios criterio elección opiniones valoración valoraciones nota notas
    consejo consejos alternativas proveedor proveedores producto productos herramienta herramientas privacidad
    datos seguridad integración integraciones facilidad sencillez usabilidad soporte materiales peso límites
    limitaciones ideal gratis gratuito preguntas frecuentes ejemplos nombre`,
  it: `vantaggi forza vantaggio svantaggi svantaggio pro contro pregi difetti deboli debolezza conclusione conclusioni
    verdetto riepilogo riassunto sintesi panoramica introduzione prezzo prezzi tariffe costo costi budget
    qualità funzioni funzionalità caratteristiche confronto comparazione raccomandazione raccomandazioni
    consigliato criteri criterio scelta recensioni valutazione valutazioni nota note consiglio consigli
    suggerimenti utilizzo alternative fornitore fornitori prodotto prodotti strumento strumenti riservatezza
    dati sicurezza integrazione integrazioni facilità semplicità usabilità assistenza supporto materiali peso
    limiti limitazioni ideale gratis gratuito domande frequenti esempi nome`,
  pt: `vantagens vantagem desvantagens desvantagem prós contras fortes fracos forças fraquezas conclusão conclusões
    veredito veredicto resumo síntese introdução preço preços tarifa tarifas custo custos orçamento benefício
    qualidade funções funcionalidades recursos características comparação comparativo recomendação recomendações
    critérios critério escolha opiniões avaliação avaliações nota notas dica dicas conselhos alternativas
    fornecedor fornecedores produto produtos ferramenta ferramentas privacidade dados segurança integração
    integrações facilidade simplicidade usabilidade atendimento suporte materiais peso limites limitações ideal
    grátis gratuito perguntas frequentes exemplos nome`,
  nl: `voordelen kwaliteitverhouding voordeel nadelen nadeel pluspunten minpunten sterke zwakke conclusie eindoordeel samenvatting
    overzicht inleiding prijs prijzen tarief tarieven kosten budget verhouding kwaliteit functies
    functionaliteiten kenmerken eigenschappen vergelijking vergelijkingstabel aanbeveling aanbevelingen aanrader
    criteria keuze keuzecriteria beoordeling beoordelingen ervaringen opmerking opmerkingen tip tips advies
    belangrijk doelgroep gebruik toepassingen geschikt alternatieven aanbieder aanbieders product producten
    hulpmiddel privacy gegevens veiligheid beveiliging integratie integraties gebruiksgemak eenvoud
    klantenservice ondersteuning materiaal gewicht beperkingen ideaal gratis volgende stappen veelgestelde
    vragen voorbeelden naam`,
  pl: 'wady zalety cena ceny podsumowanie funkcje wniosek wnioski plusy minusy porównanie zalecenia kryteria wskazówki',
  ru: 'преимущества недостатки плюсы минусы цена цены вывод выводы итог итоги функции сравнение рекомендации критерии советы',
  ja: `特徴 特長 料金 価格 費用 初期費用 月額 値段 予算 コスト コストパフォーマンス コスパ メリット デメリット 利点 欠点 長所 短所 強み 弱み まとめ 結論 総評 総括 要約 概要 はじめに おわりに
    最後に おすすめ オススメ お勧め 推奨 比較 一覧 ランキング 機能 注意 注意点 ポイント ヒント 補足 備考 参考 サポート 体制 選び方 選定 基準 条件 用途 対象 対象者 向いている人 ユーザー 評価
    評判 口コミ レビュー 実績 導入 事例 運用 操作 使いやすさ 使い勝手 品質 素材 性能 容量 重量 サイズ デザイン ブランド セキュリティ 安全 プライバシー 連携 対応 カスタマイズ プラン 無料 有料
    無料プラン 無料トライアル トライアル 契約 期間 保証 ツール ソフト アプリ サービス 製品 商品 名前 名称 よくある質問 質問 回答 理由 方法 手順 ステップ 目的 課題 効果 背景 重要 その他 その他の
    代替 選択肢 対策 法人 個人 データ リスト タイプ モード チェック スマホ パソコン ネット カード システム タスク プロジェクト カレンダー ガントチャート ガント カンバン カンバン方式 ダッシュボード テンプレート ファイル フォルダ ワークフロー スケジュール
    コメント 通知 アラート レポート グラフ ノイズキャンセリング ワイヤレス バッテリー マイク ケーブル データベース アプリケーション ソフトウェア ポイント還元 メール チャット アカウント シリーズ メーカー`,
  zh: `特点 特色 特性 价格 费用 成本 预算 收费 定价 性价比 优点 缺点 优势 劣势 长处 短处 不足 不足之处 总结 小结 结论 概述 概要 简介 前言 背景 推荐 首选 建议 对比 比较 一览 排名 功能 亮点
    适合 适合人群 适用 适用人群 场景 注意 注意事项 提示 温馨提示 说明 备注 补充 参考 选择 选购 标准 条件 用途 用户 评价 评分 口碑 易用性 操作 体验 品质 质量 材质 性能 容量 重量 尺寸 设计
    品牌 平台 安全 隐私 数据 集成 兼容 支持 服务 售后 部署 定制 方案 免费 付费 试用 套餐 工具 软件 应用 产品 名称 常见问题 问题 回答 原因 理由 方法 步骤 目的 效果 重要 其他 替代 特點 價格
    費用 預算 收費 定價 性價比 優點 缺點 優勢 劣勢 總結 小結 結論 簡介 推薦 首選 建議 對比 比較 亮點 適合 適用 說明 備註 選擇 選購 標準 條件 評價 評分 體驗 品質 設計 隱私 數據 相容 支援
    服務 免費 付費 試用 軟體 應用 產品 名稱 常見問題 問題 步驟`,
  ko:
    '특징 가격 비용 장점 단점 결론 추천 비교 기능 요약 참고 도구 제품 이름 정리 총평 선택 기준 주의사항 팁 개요 고객지원 보안 사용성 요금 요금제 예산 통화 음질 디자인 배터리 충전 방수 무게 크기 색상 용량 성능 ' +
    '품질 소음 내구성 착용감 연결 연결성 호환성 연동 통합 지원 설치 관리 업무 일정 문서 파일 공유 알림 검색 보드 칸반 캘린더 채팅 메신저 회의 화상 이메일 모바일 ' +
    '스마트폰 휴대폰 컴퓨터 노트북 태블릿 블루투스 노이즈캔슬링 코덱 앱 소프트웨어 프로그램 서비스 브랜드 모델 종류 방식 용도 대상 사용자 팀 규모 기업 회사 개인 ' +
    '인원 무료 유료 할인 보증 후기 평점 질문 답변 방법 순위 목록 대안 출퇴근용 운동용 입문용 업무용 가정용 사무용 휴대용 전용 정리하면 요약하면 결론적으로 ' +
    '마지막으로 참고로 강점 약점 특장점 효과 차이 차이점 이유 한계 조건 목적 속도 안정성 편의성 접근성 완성도 만족도 인지도 점유율 정확도 쇼핑몰 ' +
    '온라인 오프라인 홈페이지 사이트 플랫폼 솔루션 시스템 데이터 정보 기록 계정 화면 메뉴 버튼 센서 헤드셋 이어폰 스피커 충전기 케이블 시간 모드 단계 옵션 구성 부품 소모품 필터 시리즈',
}

/** Words that head a section only beside one of those: articles, prepositions, and general words that many a brand took. */
export const LINKING_WORDS =
  'der die das dem den und oder für im in mit von vor zu zur zum bei auf wichtigste wichtigsten weitere meine unsere ' +
  'le la les l du de des d et ou à au aux en pour avec par sur principaux principales nos mon notre points rapport ' +
  'tableau avis important attention public usage usages cas service client prochaines étapes ' +
  'el los las del y o e para con por sobre clave nuestra mi relación puntos importante público objetivo uso usos casos ' +
  'atención cliente tabla próximos pasos ' +
  'lo il gli i dei delle della di da per su principali chiave punti rapporto pubblico casi clienti tabella prossimi ' +
  'passi os as do dos das em com principais nossa pontos relação alvo tabela passos ' +
  'het een van voor of met op te belangrijkste onze punten'

/**
 * Han characters that are words or parts of words in any text: affixes, measures and common verbs. A name has one that is
 * none of them and part of no word of the dictionary.
 */
export const COMMON_HAN =
  '的了是在有不无無非未可能会會要需应應该該请請让讓使用为為以与與和及或等中内內外上下前后後左右大小高低多少强強' +
  '弱新旧舊老初全半每各主副正反单單双雙一二三四五六七八九十百千万萬第再最更较較很太好坏壞易难難快慢轻輕重长長短' +
  '深浅淺厚薄贵貴廉美丑白黑红紅性型式化度力感量率值价價比额額费費金税稅款项項点點面端版级級类類种種别別系列组組' +
  '群层層段期时時分秒日月年周週天次回人者员員家商客户戶方边邊处處所地场場店社院部门門区區国國市网網站页頁图圖表' +
  '册冊书書本文字词詞句话話语語言声聲音色味香形状狀物品件材质質料具机機器库庫械车車法律则則规規章条條案例题題问' +
  '問答論论学學理科术術业業务務事情况況样樣向往从從到来來去出入进進退开開关關始终終结結束付支收买買卖賣购購选選' +
  '配送运運输輸存取借还還换換改修补補增减減加乘除跨超免省防抗耐保护護湿濕热熱冷温溫干乾净淨洗撥缓緩震透吸排放静' +
  '靜动動转轉源售薪资資任导導阶階枠際毎実帯軽払込仕另由於于而且但若如因也都就又并並只仅僅您你我他她它们們这這那' +
  '哪些几幾何什么麼吗嗎呢吧啊当當对對把被给給跟同按经經通过過没沒此其某之想看说說做找试試含带帶附制党局角皮肌油糖脂耗'
