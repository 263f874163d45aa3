const PLAN_WORDS = new Set(
  'app basic business cloud crm enterprise essential essentials family free hub lite money online pay personal plan plus premium pro professional software standard starter suite team teams'.split(
    ' ',
  ),
)

/** Whether it names a plan or an edition of any product: "Business", "Free". */
export function isPlanWord(word: string): boolean {
  return PLAN_WORDS.has(word.toLowerCase())
}
