import { isCoinedHan, isHan } from './han.ts'
import { roleAt } from './roles.ts'
import { isFeature, isSectionHead, withoutSectionWords } from './sections.ts'

const LATIN = String.raw`[A-Za-z][\w.&+!-]{1,24}(?: [A-Z][\w.&+-]{0,20}){0,2}`
const KATAKANA = `[ァ-ヶー]{3,20}(?: [ァ-ヶー]{3,12})?(?:[A-Za-z]{2,10})?`
const JA_MEMBER = `(?:${LATIN}|${KATAKANA}(?:\\p{Script=Han}{1,4})?|\\p{Script=Han}{2,6})`
const JA_ROW = new RegExp(
  `(?<![A-Za-zァ-ヶー\\p{Script=Han}])(${JA_MEMBER}(?:(?:、|，|・|と|や|及び|または|もしくは|か)${JA_MEMBER}){1,9})`,
  'gu',
)
const JA_BETWEEN = /、|，|・|(?<=[\wァ-ヶー\p{Script=Han}])(?:と|や|及び|または|もしくは|か)/u
const JA_LEFT = /(?:のは|例えば|たとえば|は|おすすめは、?|としては、?|候補は、?|なら、?)$/u
const JA_RIGHT =
  /^(?:の[\d０-９二三四五]+(?:つ|社|択)|など|が(?:有名|人気|おすすめ|代表|知られ|挙げ|候補|定番|選ば|有力|無難|よく)|も(?:おすすめ|候補)|です|を(?:おすすめ|推奨|検討|選)|の(?:比較|違い))/u
const ZH_LEFT = `(?:有|包括|推荐|推薦|选|選|是|：|考虑|考慮|买|買|对比|主流的|入手)`
const ZH_MEMBER = String.raw` ?(?:\p{Script=Han}{2,4}|[A-Za-z][A-Za-z0-9]{2,15}(?: [A-Z][A-Za-z]{0,12})?) ?`
const ZH_ROW = new RegExp(
  String.raw`(?<=${ZH_LEFT})(${ZH_MEMBER}(?:、${ZH_MEMBER})*(?:(?:和|与|與|及|以及|或|、) ?(?:\p{Script=Han}{2,3}|[A-Za-z][A-Za-z0-9]{2,15} ?)))(?=[三两兩四五几幾\d]|等|的|都|也|，|。|；|（|$|\n)`,
  'gu',
)
const ZH_PICK = /(?:推荐|推薦|选择|選擇|选|入手|首选|首選)[“"「]?(\p{Script=Han}{2,3})[”"」]?(?=[，。；、）\n的]|$)/gu
const ZH_TOPIC = /(?:^|[\n。；，])(\p{Script=Han}{2,3})(?=的)/gu
const HANGUL = `[가-힣A-Za-z][가-힣A-Za-z0-9!.]{1,11}(?: [가-힣]{2,5})?`
const KO_ROW = new RegExp(
  String.raw`(?<![가-힣A-Za-z])(${HANGUL}(?:(?:, 그리고 |, | \+ |·|와 |과 | 그리고 )${HANGUL}){1,8}?)(?=(?:이|가|을|를|은|는|등|입니다|이며|로)(?![가-힣])|[.\n]| 등)`,
  'gu',
)
const KO_LEFT =
  /(?:로는|에는|서는|대표적인 [가-힣 ]{0,8}(?:은|는)|추천(?:은|드|합)[가-힣 ]{0,6}|조합은|후보는|예로|예를 들어) ?$/u
const KO_RIGHT =
  /^(?:이|가|등이|도)? ?(?:대표|유명|있습니|있어|인기|꼽|많이|좋습|추천|입니다|무료|꾸준히|자주|거론|언급|무난|인기)/u

/** The names that rows of names and recommendations in Chinese, Japanese and Korean text hold; in Latin letters or their own. */
export function readCjkProse(clean: string, isKnown: (name: string) => boolean): string[] {
  const names: string[] = []
  const take = (row: string, at: number, members: readonly string[], cued: boolean): void => {
    if (roleAt(clean, at, at + row.length) !== null) return
    if (
      !cued &&
      !members.some(isKnown) &&
      !(members.length > 2 && members.some((member) => /[A-Za-z]{3}/.test(member)))
    )
      return
    const fit = members.filter(
      (member) => isKnown(member) || (mayName(member) && (!isHan(member) || isCoinedHan(member) || members.length > 2)),
    )
    // 勤怠や給与など: ordinary words alone are no names, whatever they stand in.
    if (
      fit.length * 2 <= members.length ||
      !fit.some((member) => isKnown(member) || !isHan(member) || isCoinedHan(member))
    )
      return
    names.push(...fit)
  }
  for (const match of clean.matchAll(JA_ROW)) {
    const row = match[0]
    if (!/[\u3040-\u30ff]/.test(clean.slice(Math.max(0, match.index - 30), match.index + row.length + 30))) continue
    const end = match.index + row.length
    const cued =
      JA_RIGHT.test(clean.slice(end, end + 8)) || JA_LEFT.test(clean.slice(Math.max(0, match.index - 8), match.index))
    take(
      row,
      match.index,
      row.split(JA_BETWEEN).filter((member) => member.length > 1),
      cued && JA_RIGHT.test(clean.slice(end, end + 8)),
    )
  }
  if (/[\u3040-\u30ff]/.test(clean) === false) {
    for (const match of clean.matchAll(ZH_ROW)) {
      const members = match[0].split(/、|和|与|與|及|以及|或/u).map((member) => member.trim())
      take(
        match[0],
        match.index,
        members,
        members.some((member) => !isHan(member) || isCoinedHan(member)),
      )
    }
    for (const pattern of [ZH_PICK, ZH_TOPIC]) {
      for (const { 1: name = '' } of clean.matchAll(pattern))
        if (isKnown(name) || (isHan(name) && isCoinedHan(name) && mayName(name))) names.push(name)
    }
  }
  for (const match of clean.matchAll(KO_ROW)) {
    // What stands before the first name and belongs to the sentence: "협업툴로는 노션".
    const lead = /^[가-힣]+(?:은|는|로|에|서|의|한|인|이|가|을|를|면|고|라) /u.exec(match[0])?.[0].length ?? 0
    const at = match.index + lead
    const row = match[0].slice(lead)
    const end = at + row.length
    if (!/[가-힣]/.test(row)) continue
    const cued = KO_LEFT.test(clean.slice(Math.max(0, at - 18), at)) || KO_RIGHT.test(clean.slice(end, end + 10))
    if (!cued) continue
    take(
      row,
      at,
      row
        .replace(/(?:입니다|이다|등)$/u, '')
        .split(/, 그리고 | 그리고 |, | \+ |·|(?<=[가-힣A-Za-z])(?:와|과) /u)
        // 슬랙이 있습니다: what follows a particle belongs to the sentence.
        .map((member) =>
          member.replace(/(?:입니다|이에요|예요)$|(?<=[가-힣A-Za-z]{2})(?:이|가|을|를|은|는|도) .*$/u, ''),
        ),
      true,
    )
  }
  return names
}

function mayName(text: string): boolean {
  if (/^\p{Lu}{2,5}$/u.test(text) || isSectionHead(text) || isFeature(text)) return false
  return withoutSectionWords(text).length * 2 > text.length
}
