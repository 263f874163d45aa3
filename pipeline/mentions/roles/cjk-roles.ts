import { isCjkInstitution } from '../words/cjk-words.ts'
import type { Role } from './role.ts'

/**
 * Between a name and what is said of the row that it begins: up to three more names, and a word for "and so on". A comma of
 * Chinese parts clauses, no names: 云鲸和追觅，两家的评测; nor does a row go on behind a subject: 시프티와 알밤이 연동을 지원.
 */
const ROW = String.raw`(?:(?:、|,(?= )|や|と|・|／|和|与|與|及|或|이나|나|와|과|·| 및)[ ]?(?:(?![가-힣][이가은는] )[^。，、,.!?！？が\n]){1,14}){0,3}(?: ?(?:など|等|等等|등(?: [가-힣]{1,6}){0,2}?))?(?:の(?:外部)?(?:ツール|サービス|アプリ|カレンダー|チャット))?[*_」』]*`
const after = (words: string): RegExp => new RegExp(`^[*_」』”"]* ?${ROW}(?:${words})`, 'u')
const LINK = after(
  `(?:と|との|とも|への|へ|に|にも)(?:の)?(?:自動|双方向|直接|標準で|簡単に)?(?:連携|同期|接続|統合|対応|通知|取り込|エクスポート|インポート|ログイン|つなが|連動)|との互換|(?:と|との)共同|で(?:ログイン|通知|共有)|(?:を|も)?(?:搭載|サポート)|アカウント|の(?:画面|基盤|環境)上?(?:で|に)|(?:와|과|랑|와의|과의)? ?(?:자동 |바로 |직접 )?(?:연동|연결|동기화|호환)|(?:을|를)? ?(?:지원|탑재|내장)|(?:으로|로) ?(?:내보내|로그인|알림)| ?(?:알림|업로드|다운로드|발행|양식|파일|연동|연계)|(?:까지|도)? ?(?:打通|集成|联动|聯動|对接|對接|兼容|互通|同步|串接|整合|登录|登入|绑定|綁定)|(?:里|裡|中|上)(?:直接)?(?:使用|打开|查看)|(?:的)?(?:账单|帳單|账号|帳號|生态|生態|用户|用戶)`,
)
const SHOP = after(
  String.raw`(?:で|でも|なら|にて)(?:は)?(?:安く|お得に|セール)?[^。、]{0,8}?(?:購入|販売|買え|買う|買い|売|注文|セール|取り扱)|に売って|の(?:セール|通販|店頭|在庫|最安)|(?:에서|에선|에서도|에서는)[^.!?]{0,20}?(?:구매|구입|구하|구할|살 |사면|사는|판매|할인|주문|검색|비교|조회|행사)|기준(?! 금리)|최저가|로켓배송|쇼핑에서|(?:大促|自营|自營|旗舰店|旗艦店|官方店|有售|下单|下單|购买|購買|入手|搜索|活动价|近\d+天)`,
)
const SOURCE = after(
  String.raw`の(?:調査|レビュー|評価|ランキング|口コミ|比較|検証|データ|アンケート)(?!も|が高)|(?:によると|によれば|による|で(?:は)?(?:高評価|[\d.]+点))|(?:에 따르면|에 의하면|의 (?:조사|리뷰|평가|자료|설문|통계|비교)|(?: |의 )?(?:후기|리뷰)(?:를|에|에서))|的?(?:用户|用戶|监测|監測|调研|調研|统计|統計)?(?:评测|評測|测评|评价|評價|榜单|榜單|调查|調查|数据|數據|报告|報告|统计|統計|用户评分)`,
)
const OWNER =
  /^(?:傘下|の子会社|グループ(?:の|傘下)|旗下(?:的|の)?|集团旗下|의 자회사|의 계열사|자회사|계열(?:의|사|인)?|(?:가|이|에서) (?:만든|만들|개발|운영|출시|내놓|세운|인수|선보)|が(?:運営|展開|開発|提供|手がけ|手掛け|出資)|の出資|を(?:買収)|出品的|开发的|開發的|推出的|运营的|運營的)/u
const SOURCE_LEFT = /(?:根据|根據|据|據|按照|参考|參考|출처:? ?|自)[*“「]?$/u
/** 雑誌「ゾルタン」, 博主“老王” */
const MEDIUM_LEFT =
  /(?:雑誌|新聞|媒体|番組|(?<!ウェブ|Web)サイト|ブログ|チャンネル|杂志|雜誌|报纸|報紙|博主|频道|頻道|公众号|잡지|매체|신문|유튜버|블로거|블로그|채널) ?[「『“”《"'‘*]+$/u
const SHOP_LEFT = /(?:在|建议在|到|去|上)$/u
const LINK_LEFT =
  /(?:支持|支援|兼容|相容|接入|对接|對接|打通|串接|整合|集成|同步到|同步至|导入|匯入|导出到|连接|連接|绑定|綁定|运行在|涵盖|涵蓋|备考|備考|기존 |이미 |사내 |すでに|既に|社内の|普段の?)[*“「]?(?:[^，。；：、\n]{1,14}、){0,3}$/u
/** 支持的格式包括 */
const STANDARD_LEFT =
  /(?:格式|协议|協議|标准|標準|规格|規格|编码|編碼|证书|證書|认证|認證|操作系统|作業系統)[^。；！？\n]{0,10}(?:包括|例如|比如|如|有|为|為)[^。；！？\n]{0,24}$|(?:形式|規格|方式|コーデック|拡張子|형식|규격|코덱|확장자)(?:は|に|には|が|는|은|로는|으로는)[^。！？.\n]{0,16}$/u
/** "**対応コーデック：** iPhoneならAAC": the label of what is said is a feature's, and not for whom a choice is: 録画機能なら. */
const FEATURE_LABEL =
  /^[^\p{L}\n]*[^:：–—*\n]{0,14}(?:기능|방식|코덱|규격|포맷|機能|方式|形式|コーデック|規格|功能|格式|协议|協議|资质|資質)(?![^:：–—*\n]{0,5}(?:なら|重視|充実|強|最|優|라면|중시|중심|위주|많|좋|优|强|好|全|多))[^:：–—*\n]{0,5}(?:\*\*)? ?[:：–—]/u
/** What is asked whether it is so, as in a list of what to check. */
const WHETHER = /(?:[는은인]지|[가-힣] 여부|かどうか)[*_]*[.。?？]?$/u
const WHETHER_LEFT = /是否(?:支持|通过|通過|具备|具備|符合|有)?[^，。；\n]{0,12}$/u

/** Whether what stands behind the head of an item makes it something to check, or a kind: "수료증 – 인정되는지", ヒートポンプ式. */
export function isCheckedHead(clean: string, start: number, end: number): boolean {
  // Most lines are of another script, and cost no more than this.
  if (![start, start + 1, end - 2, end - 1].some((at) => clean.charCodeAt(at) > 0x3040)) return false
  const after = clean.slice(start, end)
  return /^(?:式(?!典)|方式| ?방식)/u.test(after) || WHETHER.test(after.trimEnd())
}

function isChecked(line: string, after: string): boolean {
  const stop = after.indexOf('\n')
  return WHETHER_LEFT.test(line) || WHETHER.test((stop < 0 ? after : after.slice(0, stop)).trimEnd())
}

/** The same right behind it, or behind a row in which nothing is anybody's: 간트차트와 OKR 기능, ヒートポンプ式. */
const STANDARD_BESIDE =
  /^[*_」』”"]*(?:式(?!典)|(?:(?:、|や|・|和|와 |과 |이나 |나 )[^。，、,.!?！？의の的\n]{1,10}){0,2}(?:のスコア|の点数| ?점수| ?시험|成绩|成績| 기능(?!이 (?:많|다양))))/u
const STANDARD = after(
  `(?:的)?(?:国产|國產|国内|主流|常见|常見|通用)?(?:操作系统|作業系統|考试|考試|证书|證書|资质|資質)|(?:認証|規格|準拠|マーク|の?適合|形式|方式|コーデック|인증|규격|코덱|방식|등급|认证|認證|标准|標準|协议|協議|格式|编码)`,
)
const PERSON =
  /^[*_」]*(?:さん|氏|様|先生|女士|博士|씨|님|교수|대표(?!적)|회장|기자|작가|社長|会長|创始人|創始人|教授|记者)/u

/** What the name is in a sentence of Chinese, Japanese or Korean when it isn't a choice; names in a row are judged together. Null for a choice. */
export function cjkRoleAt(name: string, before: string, after: string): Role | null {
  if (isCjkInstitution(name)) return 'source'
  if (PERSON.test(after)) return 'person'
  const clause = (/[^。！？!?\n；]*/u.exec(after)?.[0] ?? '').slice(0, 60)
  if (clause !== '') {
    if (SOURCE.test(clause)) return 'source'
    if (LINK.test(clause)) return 'platform'
    // What is in bold is what the answer offers.
    if (!after.startsWith('**') && SHOP.test(clause)) return 'shop'
    if (OWNER.test(clause)) return 'owner'
    if (STANDARD.test(clause) || STANDARD_BESIDE.test(clause)) return 'standard'
  }
  if (STANDARD_LEFT.test(before)) return 'standard'
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (FEATURE_LABEL.test(line) || isChecked(line, after)) return 'standard'
  if (SOURCE_LEFT.test(before) || MEDIUM_LEFT.test(before)) return 'source'
  if (SHOP_LEFT.test(before) && /^[^，。]{0,8}(?:大促|购买|購買|下单|下單|入手|买|買)/u.test(clause)) return 'shop'
  return LINK_LEFT.test(before) ? 'platform' : null
}
