/** The rules by which a name counts (pipeline/mentions), as readers are told them. */
const RULES: Readonly<Record<string, string>> = {
  read: 'the model that read this answer took it for something that the buyer could choose',
  role: 'the reading of this answer has it in passing, but most others have it as a choice',
  found: 'the reading of this answer leaves it out, but most others have it as a choice',
  layout: 'no model read this answer, and its layout sets the name off, as at the start of a line or in bold',
  product: 'it is one of the product’s spellings',
  domain: 'it is the product’s domain',
}

/** Why a name counts in an answer, as a clause; versions that were counted by earlier rules name others. */
export function ruleInWords(rule: string): string {
  return RULES[rule] ?? `rule “${rule}”`
}
