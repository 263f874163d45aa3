import type { Found } from '../find/finder.ts'
import type { Role } from '../roles/role.ts'

/** Why a name that stands in a text isn't counted there. */
export type Reason = 'ambiguous' | 'word' | 'aside' | 'passing' | 'former' | 'ignored' | 'model' | 'unlikely' | Role

/** What the rules decided of a brand: the place where it is counted, or one where it isn't and why. */
export type Decided =
  | { readonly match: Found; readonly counted: true }
  | { readonly match: Found; readonly counted: false; readonly reason: Reason }
