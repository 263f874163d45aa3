/** What speaks for something, as a label. */
const FOR =
  /^(?:优点|優點|优势|優勢|亮点|亮點|长处|長處|メリット|利点|長所|強み|장점|강점|pros|advantages?|benefits?|strengths?|upsides?|highlights?|vorteile?|stärken?|avantages?|atouts?|ventajas?|vantaggi|pregi|vantagens?|zalety|plusy|voordelen)$/iu
/** Behind a label, so much is looked through for its counterpart. */
const REACH = 600
const LABEL_LEFT = /(?:^|[\n|;；。])[\s>#*_+•▪–✅✔👍-]*$/u
const LABEL_RIGHT = /^[*_ ]*(?:[:：|\n]|$)/u
/** What speaks against something, as a label. */
const AGAINST =
  /[\n|;；。][\s>#*_+•▪–❌✘👎-]*(?:缺点|缺點|不足|劣势|劣勢|短板|デメリット|欠点|短所|弱み|단점|약점|cons|drawbacks|downsides|disadvantages|weaknesses|nachteile|schwächen|inconvénients|faiblesses|desventajas|inconvenientes|svantaggi|contro|desvantagens|contras|wady|minusy|nadelen)[*_ ]*(?:[:：|\n]|$)/iu

/**
 * Whether a name that is a word for what is good about something stands as the label of that, with its counterpart as a
 * label behind it: 优点 of "## 优点" before "## 缺点", where the product is called so.
 */
export function isLabelledWithCounterpart(clean: string, start: number, end: number): boolean {
  return (
    FOR.test(clean.slice(start, end)) &&
    LABEL_RIGHT.test(clean.slice(end, end + 8)) &&
    LABEL_LEFT.test(clean.slice(Math.max(0, start - 12), start)) &&
    AGAINST.test(clean.slice(end, end + REACH))
  )
}
