/** How far a text is read behind a name, in UTF-16 units. */
export const NEAR = 48

/** By which rule a name counts where it stands, or why it doesn't. */
export type Cue =
  | { readonly rule: string; readonly reason: null; readonly atStart: boolean }
  | { readonly rule: null; readonly reason: 'ambiguous' | 'word'; readonly atStart: boolean }

/** A naming by a rule: `counted('case')`. */
export function counted(rule: string): Cue {
  return { rule, reason: null, atStart: false }
}

/** None, as the match may be a word or is one; `atStart` where it begins a sentence that may speak of it. */
export function refusedAs(reason: 'ambiguous' | 'word', atStart: boolean): Cue {
  return { rule: null, reason, atStart }
}
