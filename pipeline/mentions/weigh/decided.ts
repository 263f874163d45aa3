import type { Found } from '../find/finder.ts'
import type { Role } from '../roles/role.ts'

/** Why a name that stands in a text isn't counted there. */
export type Reason = 'ambiguous' | 'word' | 'aside' | 'passing' | 'former' | 'ignored' | 'model' | 'unlikely' | Role

/** A brand that isn't counted: a place where it stands, and why not. */
export interface Refused {
  readonly match: Found
  readonly counted: false
  readonly reason: Reason
}

/** What the rules decided of a brand: the place where it is counted, or that it isn't. */
export type Decided = { readonly match: Found; readonly counted: true } | Refused
