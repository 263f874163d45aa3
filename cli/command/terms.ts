/** The product's terms, each explained in the help of the command that needs it. */
export const TERMS = {
  asking: `
A cell is one question put to one engine once. The scribe is a cheap model that
writes missing questions and reads the names in each answer; its own words are
never counted as answers.
Questions are asked as from the United States, in English, unless the file names
another country and language for a category. OPENAI, ANTHROPIC, PERPLEXITY and
AI_OVERVIEW take the country in a field, PERPLEXITY and AI_OVERVIEW the language
too; GEMINI and GROK are told any other country in words.
`,
  report: `
QUICK puts 4 questions to OPENAI, ANTHROPIC and GEMINI, each 2 times: 24
answers.
FULL puts 10 questions to all six engines, each 3 times: 180 answers.
DEEP puts 20 questions to all six engines, each 5 times: 600 answers.
Questions are asked as from the United States, in English, or from --country in
--language; those of --question are asked as they are.
A report started over HTTP on a credit ("funding": "credits") always runs FULL.
The Distribution Kit is five Markdown files made from the finished report
without further calls: what was found, who is named instead, and which channels
to try.
`,
  agentPlan: `
The Agent plan lets an account start reports on its own provider keys
("funding": "byok"), within these limits; a report on a credit needs no plan.
`,
  webhooks: `
An account is notified of its own reports and of every ranking, the operator of
every ranking and of reports that were started without an account. Events are
signed, retried for a day, and listed by \`svc webhooks deliveries\`;
docs/webhooks.md says how a receiver checks the signature.
`,
} as const
