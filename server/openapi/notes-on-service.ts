import type { FieldNotes } from './note.ts'

/** The fields of errors, webhooks, the account and whole responses. */
export const NOTES_ON_SERVICE: FieldNotes = {
  // Errors.
  error: ['Why it failed, as a sentence for a person; do not match on its wording', 'There is no such report.'],
  fields: ['The fields to fix', ['domain']],
  retryAfterSeconds: ['Seconds to wait', 21],
  limit: ['The limit of the Agent plan that refused a start', 'perDay'],
  'starts.limit': ['Starts that a key may make per clock hour', 10],

  // Webhooks.
  id: ['The id of the event; the same each time that it is sent', '4fT9mPq2XbLk7RwZs0HcVa'],
  type: ['What has happened', 'report.completed'],
  data: ['What it happened to'],
  'data.statusUrl': [
    'The status in the API; null for a report without an account, as reading it takes an account’s key',
    'https://api.example/v1/reports/4fT9mPq2XbLk7RwZs0HcVa/status',
  ],
  'data.brands': ['The brands whose moves are announced'],
  'data.brands.interval': ['95 % of `points`, -1..1'],

  // The account.
  email: ['Its address, to which mail goes', 'ada@agency.example'],
  verified: ['Whether the address is verified, which a start needs', true],
  credits: ['Credits that can be spent', 3],
  held: ['Credits of failed reports, held for review', 0],
  active: ['Whether the plan can be used now', true],
  limits: ['What the plan allows'],
  left: ['What is left of them; null without an active plan'],
  'starts.left': ['Starts that this key may still make in this clock hour', 7],
  projects: ['Domains in a billing period', 5],
  reportsPerMonth: ['Reports in a billing period', 40],
  perDay: ['Reports in any 24 hours', 10],
  concurrent: ['Reports at the same time', 2],
  periodStart: ['When the billing period began; null without one', '2026-11-20T12:00:00.000Z'],
  periodEnd: ['When it ends', '2026-12-20T12:00:00.000Z'],
  starts: ['The starts of the key that you sent, in this clock hour'],

  // The contents of responses.
  rankings: ['The categories, each with its latest month'],
  ranking: ['The ranking'],
  reports: ['The reports, newest first'],
  report: ['The report'],
  kit: ['The kit'],
  account: ['The account of the key'],
  openapi: ['The version of OpenAPI', '3.1.1'],
}
