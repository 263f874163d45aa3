import type { Clause } from './clause.ts'

const START = 'test/server/routes/reports-start.test.ts'
const REPORTS = 'test/server/routes/reports.test.ts'
const BEGIN = 'test/report/start.test.ts'
const RUN = 'test/report/run.test.ts'
const CREDITS = 'test/store/credits.test.ts'
const RANKINGS = 'test/server/routes/rankings.test.ts'
const APP = 'test/server/app.test.ts'

/** Sections 3 and 4: states and their transitions, and the endpoints. */
export const FLOW: readonly Clause[] = [
  [
    '3',
    'The four statuses',
    'test/spec/fields.test.ts',
    'engines, statuses and limits have the names of the specification',
  ],
  [
    '3',
    'RUNNING: progress counts answers stored against answers planned',
    'test/store/report-views.test.ts',
    'counts the finished cells of the engines that are asked, whichever way they ended',
  ],
  ['3', 'RUNNING to COMPLETE: done', RUN, 'is complete, frozen, off the queue, with every count from its answers'],
  ['3', 'FAILED: did not finish', RUN, 'has failed when no engine gave a counted answer, and its credit is back'],
  ['3', 'COMPLETE: the report can be read and the kit fetched', REPORTS, 'gives the kit of a complete report on %s'],
  ['3', 'FAILED: `error` says so', REPORTS, 'says the score of a complete report, and why one failed'],
  [
    '3',
    'An accepted start is PENDING; link e-mailed; one credit spent',
    BEGIN,
    'on a credit writes the report, the spend, the job, the mail and the start, and is PENDING',
  ],
  ['3', 'A failed report gives its credit back by itself', CREDITS, 'a failed report gives its credit back once'],
  ['3', 'At most 3 of those that ran', RUN, 'gives three credits back by itself and has the fourth held'],
  [
    '3',
    'At most 3 automatic returns in 30 days; beyond that held for review',
    CREDITS,
    'three started reports in 30 days are returned by themselves, the next is held, and released by hand',
  ],
  [
    '3',
    'A report that never started costs nothing and is not counted',
    CREDITS,
    'a report that never started is always returned and takes none of the three',
  ],
  [
    '3',
    'A retry of a start whose credit was returned is 409, no replay',
    START,
    'is 409 once the credit has gone back, and starts nothing',
  ],
  [
    '4',
    'All endpoints but the rankings need `Authorization: Bearer`',
    'test/server/http/auth.test.ts',
    '%s is 401 without one',
  ],
  [
    '4',
    'Every response carries X-Request-Id',
    APP,
    'whatever is asked, the answer has an id, is in the contract, and is no fault',
  ],
  [
    '4',
    'X-Request-Id, also of bytes that are no request',
    'test/server/listen.test.ts',
    '%s is an error like any other',
  ],
  ['4.1', 'Content-Type: application/json', 'test/server/http/body.test.ts', '%j is no type for it'],
  ['4.1', 'Idempotency-Key: 16 to 128 characters of A-Z a-z 0-9 - _', START, 'the key %s is taken'],
  [
    '4.1',
    'Header and field must match where both are sent',
    START,
    'is 400 where the header and the body differ, or the header is malformed',
  ],
  ['4.1', '202 for a new start', START, 'is 202 with the report, its page and its status, and spends one'],
  [
    '4.1',
    '200 with `reused: true` for the same key and fields; nothing spent',
    START,
    'is 200 with the same report, spends nothing and says so',
  ],
  ['4.1', '402: no credit left', START, 'is 402 without one left, and has started nothing'],
  [
    '4.1',
    '402: no active Agent plan, with `limit: plan`',
    START,
    'is 402 with `limit: plan` and no time to wait without an active plan',
  ],
  ['4.1', '413: a body of more than 32 KB', START, 'a body that is too large is 413, and one of another type 415'],
  [
    '4.1',
    'Keys are scoped to the account, not to the key, not global',
    START,
    'belongs to the account: its other key finds the start, another account does not',
  ],
  [
    '4.1',
    'A key is bound to seven fields; with any of them changed it is a different start',
    START,
    'with another %s is another start',
  ],
  [
    '4.1',
    'providerKeys are not bound: a retry returns the original start, even a failed one',
    BEGIN,
    'is the same with corrected provider keys, even when it failed, and keeps those that it came with',
  ],
  ['4.1', 'To rerun with other keys, use a new key', BEGIN, 'under another key is another start'],
  ['4.1', 'Without a key, every request is a new start', START, 'without a key there is none: every start is new'],
  [
    '4.1',
    'A retry yields the original start or a new one, never both',
    START,
    '50 at once are one report and one spend',
  ],
  [
    '4.1',
    'Never both, of several servers',
    BEGIN,
    '50 equal ones of five processes begin one report and spend one credit',
  ],
  [
    '4.1',
    'After a 503 the same key and body start it',
    'test/sqlite/locked.test.ts',
    'a store that another process has locked is 503 for a start, which has started nothing',
  ],
  [
    '4.1',
    'A 4xx refusal happens before anything is spent or queued',
    START,
    '%s is 400, names the fields, repeats no value and starts nothing',
  ],
  ['4.2', '200 with `status`', REPORTS, 'counts the answers that are planned before the first is asked'],
  ['4.2', '404', REPORTS, 'the slug %s is 404'],
  ['4.3', '200 with `report`', REPORTS, 'gives the complete report as it was frozen, with the address of its page'],
  ['4.3', 'Only the owner’s key can read it', REPORTS, 'answers %j as a missing one does, to the byte'],
  ['4.4', '200 with `kit`', REPORTS, 'gives the kit of a complete report on %s'],
  [
    '4.4',
    '403 when the report is not a paid report',
    REPORTS,
    'is 403 for a report that was not paid, complete or not',
  ],
  [
    '4.4',
    '409 while it is not COMPLETE, with the current status',
    REPORTS,
    'is 409 with the status before the report is complete',
  ],
  ['4.5', 'Newest first, up to 100', REPORTS, 'is empty before the first, and at most 100 long'],
  ['4.5', 'For the key owner', REPORTS, 'lists the reports of the account, newest first, with every field'],
  ['4.6', 'No key needed', 'test/server/http/auth.test.ts', '%s needs no key, and a wrong one does no harm'],
  ['4.6', '200 with `rankings`', RANKINGS, "lists every category's newest month with the address of its page"],
  [
    '4.6',
    'Cache-Control: public, max-age=300',
    RANKINGS,
    'the ETag stands for the bytes, and another version has another',
  ],
  [
    '4.7',
    'Every brand with its count and average position, every answer verbatim',
    RANKINGS,
    'gives the newest version of the latest month, as it was frozen',
  ],
  ['4.7', '404 when there is no such ranking', RANKINGS, '%s is 404'],
]
