import type { Clause } from './clause.ts'

const START = 'test/server/routes/reports-start.test.ts'
const REPORTS = 'test/server/routes/reports.test.ts'
const BEGIN = 'test/report/start.test.ts'
const RUN = 'test/report/run.test.ts'
const SEAL = 'test/report/seal.test.ts'
const SEAL_FILES = 'test/sqlite/seal.test.ts'
const AUTH = 'test/server/http/auth.test.ts'
const KEYS = 'test/store/keys.test.ts'
const CREDITS = 'test/store/credits.test.ts'
const LEGACY = 'test/server/http/legacy.test.ts'
const OPENAPI = 'test/server/routes/openapi.test.ts'
const APP = 'test/server/app.test.ts'

const TO_FIX = '%s is 400, names the fields, repeats no value and starts nothing'
const OWN_KEY_LIMIT = 'is its own: 60 requests a minute wherever they come from, with every kind of answer'
const HOURLY = 'are ten; the next is 429 with the headers of the hour, and replays go on'

/** Sections 5 to 9: authentication, events, errors, limits and versioning. */
export const RULES: readonly Clause[] = [
  ['5.1', 'Rankings are public', AUTH, '%s needs no key, and a wrong one does no harm'],
  ['5.1', 'Everything under /v1/reports needs a key', AUTH, '%s is 401 without one'],
  ['5.2', 'The key is sent as `Authorization: Bearer`', AUTH, 'takes the scheme as %s'],
  [
    '5.3',
    'Keys start with `svc_`',
    KEYS,
    'a key has its prefix and at least 160 random bits, and leads to its account',
  ],
  [
    '5.4',
    'Missing, malformed or unknown: 401 with WWW-Authenticate and an error body',
    AUTH,
    'is 401 with a key that is malformed, unknown, or sent otherwise, and does not repeat it',
  ],
  ['5.4', 'Revoked: 401', AUTH, 'is 401 from the moment on in which the key is revoked'],
  ['5.4', 'Account gone: 401', AUTH, 'is 401 from the moment on in which the account is gone'],
  [
    '5.4',
    'Account gone while the start arrives: 401',
    START,
    'an account that goes while its start arrives is 401, and nothing is left',
  ],
  [
    '5.5',
    'Shown once',
    'test/cli/accounts.test.ts',
    'a key is created and shown once, listed by its last four characters, and revoked',
  ],
  [
    '5.5',
    'Only a fingerprint is stored',
    KEYS,
    'only a fingerprint and the last four characters are in any file of the store',
  ],
  ['5.6', 'At most 10 active keys', KEYS, 'ten keys may be active, and revoking one makes room'],
  [
    '5.6',
    'A revoked key stops working and stays listed',
    KEYS,
    'a revoked key is unknown at once, stays listed, and is revoked once',
  ],
  [
    '5.7',
    'A key reads only its own account; another’s report is as a missing one',
    REPORTS,
    'answers %j as a missing one does, to the byte',
  ],
  ['5.8', 'A start needs a verified address; otherwise 403', START, 'is 403 before the address is verified'],
  [
    '5.9',
    'byok switched off: 403, nothing runs',
    START,
    'is 403 where they are switched off, or nothing could seal them',
  ],
  ['5.10', 'For that one report only', SEAL, 'for another report'],
  ['5.10', 'Never written to the database', SEAL, 'no part of a key stands, sealed, shredded or swept'],
  [
    '5.10',
    'Never repeated in an error',
    'test/report/understand.test.ts',
    'what is refused never repeats a submitted value',
  ],
  ['5.10', 'Never repeated in a response', START, 'is 202, says byok, and keeps for which engines a key was sent'],
  [
    '5.10',
    'Never written to logs, files or responses, however the report ends',
    'test/keys-leak.test.ts',
    'no part of a provider key is in any file, log line or response, whether its report ran, failed or was killed',
  ],
  [
    '5.10',
    'Only own keys are used; there is no fallback to the service’s',
    'test/cli/jobs.test.ts',
    'a report on own keys is asked and written with those alone, where the service has keys of all six',
  ],
  ['5.10', 'The queued copy is encrypted', SEAL, 'the same keys are never sealed alike'],
  [
    '5.10',
    'It becomes unreadable when the report ends',
    SEAL_FILES,
    'nothing of a shredded ciphertext stands, in the database or in its write-ahead log',
  ],
  ['5.10', 'It becomes unreadable after a day in any case', SEAL, 'a day after they were sealed'],
  [
    '5.10',
    'A provider that rejects a key makes that engine skipped, with the reason',
    RUN,
    'passes over engines without a key and engines that rejected it, each with its reason',
  ],
  [
    '5.10',
    'Stored: that it was BYOK, and for which engines a key was sent',
    START,
    'is 202, says byok, and keeps for which engines a key was sent',
  ],
  [
    '5.11',
    'Engines without a sent key are listed in enginesSkipped',
    RUN,
    'passes over engines without a key and engines that rejected it, each with its reason',
  ],
  [
    '6',
    'The only notification is the mail when a report starts',
    BEGIN,
    'mails the link to the account that owns the key',
  ],
  [
    '7',
    'Every error is JSON with `error`',
    APP,
    'whatever is asked, the answer has an id, is in the contract, and is no fault',
  ],
  ['7', '200', START, 'is 200 with the same report, spends nothing and says so'],
  ['7', '202', START, 'is 202 with the report, its page and its status, and spends one'],
  ['7', '400', START, TO_FIX],
  ['7', '401', AUTH, '%s is 401 without one'],
  ['7', '402', START, 'is 402 without one left, and has started nothing'],
  ['7', '403 for an unverified address', START, 'is 403 before the address is verified'],
  ['7', '403 where own keys are not enabled', START, 'is 403 where they are switched off, or nothing could seal them'],
  ['7', '403 for the kit of an unpaid report', REPORTS, 'is 403 for a report that was not paid, complete or not'],
  ['7', '404 for a ranking', 'test/server/routes/rankings.test.ts', '%s is 404'],
  ['7', '404 for a report', REPORTS, 'the slug %s is 404'],
  ['7', '409 for a kit, with `status`', REPORTS, 'is 409 with the status before the report is complete'],
  ['7', '409 for a start whose credit is back', START, 'is 409 once the credit has gone back, and starts nothing'],
  [
    '7',
    '413',
    'test/server/http/body.test.ts',
    'chunks that grow too large are 413, while they are still being sent, and the connection goes on',
  ],
  ['7', '429 of a rate limit', APP, OWN_KEY_LIMIT],
  ['7', '429 of a plan, with `limit`', START, 'over `concurrent` is 429 without a time, until a running report ends'],
  ['7', '503 with Retry-After', APP, '%s is 503, to be tried again, and no fault'],
  [
    '7',
    '503 on a start',
    'test/sqlite/locked.test.ts',
    'a store that another process has locked is 503 for a start, which has started nothing',
  ],
  [
    '7',
    'A rate-limit 429 has Retry-After and RateLimit-Limit, -Remaining and -Reset',
    APP,
    'counts down to a 429 that says when to come back',
  ],
  [
    '7',
    'Every endpoint documents 429 with these headers',
    OPENAPI,
    'describes the start: its body, its header and both of its successes',
  ],
  ['8', '60 requests a minute for each key, all endpoints', APP, OWN_KEY_LIMIT],
  ['8', 'Fixed windows that reset at the start of each minute', APP, "starts again at the clock's minute"],
  ['8', '10 starts an hour for each key', START, HOURLY],
  ['8', 'On top of the limit of the minute', START, 'count neither replays nor refusals'],
  [
    '8',
    'Per client address without a valid key',
    APP,
    'of a key that is missing, unknown or revoked is the limit of the address, 401 or not',
  ],
  [
    '8',
    'Body size 32 KB',
    'test/server/http/body.test.ts',
    'of 32,768 bytes is taken, and of one more is refused, declared or not',
  ],
  ['8', '10 active keys', 'test/cli/accounts.test.ts', 'the eleventh active key is refused'],
  [
    '8',
    '3 automatic credit returns in any 30 days',
    CREDITS,
    'processes that fail reports of one account at once return three together',
  ],
  ['8', 'Up to 100 items', REPORTS, 'is empty before the first, and at most 100 long'],
  ['8', 'Agent plan limits apply to own keys', START, 'limits of the plan are none for credits'],
  [
    '8',
    '`plan`: 402, never a time to wait',
    START,
    'is 402 with `limit: plan` and no time to wait without an active plan',
  ],
  [
    '8',
    '`projects`: 429, until the next billing period',
    START,
    'over `projects` is 429 until the next period, and a known domain is no further project',
  ],
  [
    '8',
    '`reportsPerMonth`: 429, until the next billing period',
    START,
    'over `reportsPerMonth` is 429 until the next period',
  ],
  [
    '8',
    '`perDay`: 429, until the oldest start is 24 hours old',
    START,
    'over `perDay` is 429 until the oldest start of the day is 24 hours old',
  ],
  [
    '8',
    '`concurrent`: 429, never a time to wait',
    START,
    'over `concurrent` is 429 without a time, until a running report ends',
  ],
  [
    '8',
    'A plan-limit 429 never carries RateLimit headers',
    START,
    'over `concurrent` is 429 without a time, until a running report ends',
  ],
  ['8', 'Nothing is queued or charged on a refusal', BEGIN, 'for %s has written nothing'],
  ['9.1', 'Every endpoint is under /v1', 'test/spec/fields.test.ts', 'every path of the API is under /v1'],
  ['9.2', 'The description follows OpenAPI 3.1', OPENAPI, 'is OpenAPI 3.1 and has every operation with every status'],
  ['9.2', 'The description is valid', OPENAPI, 'passes the linter without a warning'],
  ['9.3', 'Fields may be added', OPENAPI, 'closes no object, as fields may be added'],
  [
    '9.4',
    'The older base is an alias, with Deprecation and Link to the same endpoint',
    LEGACY,
    'answers as the current one does, and says that it is deprecated and what succeeds it',
  ],
  [
    '9.4',
    'It never redirects',
    LEGACY,
    'marks refusals, preflights and what may not be called without a key too, and never redirects',
  ],
  [
    '9.5',
    'The header is an alternative to the field',
    START,
    'may send the key in the body, in the header, or in both alike',
  ],
]
