/**
 * Five questions that no buyer asks, the same every month and in the default market. Their answers stay true for years, so
 * an engine that answers them differently has changed its model, its instructions or its search.
 */
export const CANARIES: readonly string[] = [
  'Why does the sea have tides?',
  'How does a refrigerator keep food cold?',
  'What is the difference between weather and climate?',
  'Which planets does the solar system have, and what is each known for?',
  'How is paper made from wood?',
]

/** How often each engine is asked each question in a month. */
export const CANARY_RUNS = 3
