import type { Clause } from './clause.ts'

const FIELDS = 'test/spec/fields.test.ts'
const START = 'test/server/routes/reports-start.test.ts'
const REPORTS = 'test/server/routes/reports.test.ts'
const BEGIN = 'test/report/start.test.ts'
const ASSEMBLE = 'test/report/assemble.test.ts'
const KIT = 'test/report/kit.test.ts'
const RANKINGS = 'test/server/routes/rankings.test.ts'

const TABLE = '%s has its fields'
const TO_FIX = '%s is 400, names the fields, repeats no value and starts nothing'

/** Section 2 of the specification: the resources and their fields. */
export const RESOURCES: readonly Clause[] = [
  ['2.1', 'domain, category, description and funding are required', START, TO_FIX],
  ['2.1', 'domain: the product’s domain', 'test/report/product.test.ts', '%j means %s'],
  ['2.1', 'funding: `credits` or `byok`', START, TO_FIX],
  ['2.1', 'plan: QUICK, FULL (default) or DEEP', BEGIN, 'is the same start with %s'],
  [
    '2.1',
    'A credit always runs FULL',
    START,
    'runs FULL, whatever plan it names, and ignores fields that it does not know',
  ],
  ['2.1', 'brand: derived from the domain when omitted', 'test/report/product.test.ts', 'the brand of %s is %s'],
  ['2.1', 'engines: a subset of the plan’s; default all of them', BEGIN, 'is the same start with %s'],
  ['2.1', 'An engine outside the plan gives 400', START, TO_FIX],
  ['2.1', 'seedPrompts: up to the plan’s question count', START, TO_FIX],
  [
    '2.1',
    'seedPrompts: the rest are written by the service',
    'test/report/questions.test.ts',
    "the caller's own questions come first, as they are, and the scribe writes the rest",
  ],
  ['2.1', 'No seed question may name the product (400)', START, TO_FIX],
  ['2.1', 'providerKeys: keys by engine name, each a string', START, TO_FIX],
  ['2.1', 'providerKeys: the AI_OVERVIEW value is `login:password`', 'test/engines/keys.test.ts', 'AI_OVERVIEW: %s'],
  ['2.1', 'providerKeys: at least one of OPENAI, ANTHROPIC, GEMINI is required', START, TO_FIX],
  ['2.1', 'Sending providerKeys with credits gives 400', START, TO_FIX],
  ['2.1', 'idempotencyKey: same as the header', START, 'may send the key in the body, in the header, or in both alike'],
  [
    '2.1',
    'Maximum body size is 32 KB',
    'test/server/http/body.test.ts',
    'of 32,768 bytes is taken, and of one more is refused, declared or not',
  ],
  [
    '2.2',
    'slug, status, reused, funding in lower case, url, statusUrl',
    START,
    'is 202 with the report, its page and its status, and spends one',
  ],
  [
    '2.2',
    'reused is true when an earlier start is returned',
    START,
    'is 200 with the same report, spends nothing and says so',
  ],
  [
    '2.2',
    'The link is also e-mailed to the account that owns the key',
    START,
    'queues a mail with the link to the owner of the key',
  ],
  [
    '2.2',
    'The link arrives',
    'test/mail.test.ts',
    'over SMTP a mail arrives with its sender, its one recipient and its text',
  ],
  ['2.3', 'Every field of a list item', FIELDS, TABLE],
  [
    '2.3',
    'Values of a list item; `BYOK` in upper case',
    REPORTS,
    'lists the reports of the account, newest first, with every field',
  ],
  ['2.4', 'Every field of the status', FIELDS, TABLE],
  [
    '2.4',
    'progress counts answersStored and answersPlanned',
    REPORTS,
    'counts the answers that are planned before the first is asked',
  ],
  [
    '2.4',
    'overallScore is null until complete; error is set when FAILED',
    REPORTS,
    'says the score of a complete report, and why one failed',
  ],
  ['2.5', 'Every field of the report and its parts', FIELDS, TABLE],
  [
    '2.5',
    'The report carries the list item’s fields and the measured ones',
    REPORTS,
    'gives the complete report as it was frozen, with the address of its page',
  ],
  ['2.5', 'The same data as the report page', 'test/report/page.test.ts', 'shows every number'],
  [
    '2.5',
    'overallScore: 0 to 100, once COMPLETE',
    ASSEMBLE,
    'scores the mean rate of the engines with a counted answer, with one decimal',
  ],
  [
    '2.5',
    'engines[]: runs, prompts and average position',
    ASSEMBLE,
    'rates each engine that ran over its counted answers',
  ],
  [
    '2.5',
    'enginesSkipped[]: engine and reason',
    ASSEMBLE,
    'names the engines that did not run, with the reason, and gives them no rate',
  ],
  [
    '2.5',
    'competitors[]: who was named instead, with their share',
    ASSEMBLE,
    'names who was named instead, never the product, with their share of all counted answers',
  ],
  [
    '2.5',
    'sources[]: cited domains, how often, own, engines[]',
    'test/report/sources.test.ts',
    'count a page at each citation and an answer once, and say which engines cited them',
  ],
  [
    '2.5',
    'sources[]: whether the product’s own site is among them',
    'test/report/sources.test.ts',
    "know the product's own site, also under another host of it",
  ],
  [
    '2.5',
    'actionPlan[]: what to do, why, and effort',
    'test/report/actions.test.ts',
    'gives every item a reason, and evidence with counts and their denominators',
  ],
  [
    '2.5',
    'questions[] with answers[]: verbatim text, brands, citations, failed, noAnswer',
    ASSEMBLE,
    'shows every answer with its brands, its evidence and what became of it',
  ],
  ['2.5', 'completedAt', ASSEMBLE, 'is what the contract says, whole and dated'],
  ['2.6', 'slug, brand, domain, simulated, files[] of path and content', FIELDS, TABLE],
  [
    '2.6',
    'The content is Markdown',
    KIT,
    'is well-formed, with every element where it belongs, whatever the texts hold',
  ],
  ['2.6', 'What the product is and the buyer questions', KIT, 'tells what the product is and what was asked'],
  ['2.6', 'Who the engines name instead', KIT, 'tells who is named instead, and where the product is not'],
  ['2.6', 'The measured result per engine', KIT, 'tells the result of each engine, which did not run, and the ledger'],
  [
    '2.6',
    'Third-party pages, communities and videos cited for a rival and not for the product',
    KIT,
    'ranks the third parties that are cited for rivals alone, each with its pages beneath',
  ],
  [
    '2.6',
    'A channel plan ranked by those citations, each with a first task',
    KIT,
    'ranks the channels by those citations, each with a first task',
  ],
  ['2.7', 'Every field of a list entry', FIELDS, TABLE],
  [
    '2.7',
    'The category’s latest month, with the page’s address',
    RANKINGS,
    "lists every category's newest month with the address of its page",
  ],
  [
    '2.7',
    '`top`: the five brands named most; mentions out of answers',
    'test/ranking/run.test.ts',
    'a whole month is published, every count with its answers',
  ],
  ['2.8', 'Every field of an error', FIELDS, TABLE],
  ['2.8', '`error` never repeats a submitted value', START, TO_FIX],
  ['2.8', '`limit` has five values', FIELDS, 'engines, statuses and limits have the names of the specification'],
]
