import type { Engine } from '../../pipeline/engines/engine.ts'
import { said, scriptedEngine } from '../support/vendors/scripted-engine.ts'

export const CRM = {
  slug: 'crm',
  category: 'CRM software',
  questions: ['Which CRM is best?', 'Which CRM is cheap?', 'Which CRM is for large teams?'],
}
export const PENS = { slug: 'pens', category: 'fountain pens', questions: ['Which pen?', 'Which ink?'] }

/** An engine that names Ridgeloom always, and Pacewell in every second answer. */
export const answers = (name: Engine['name']) =>
  scriptedEngine(name, ({ tag }) =>
    said(
      tag.endsWith('r0') ? '1. **Ridgeloom** - the safe pick\n2. **Pacewell** - cheaper' : '1. **Ridgeloom** - good',
    ),
  )
