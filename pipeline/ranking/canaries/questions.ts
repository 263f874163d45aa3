/**
 * The same five questions every month, none of a buyer. Their answers hold for years, so an engine that answers them
 * otherwise has changed: its model, its instructions or its search. They are always asked in the default market, because what
 * they find out is of the engine, not of a country.
 */
export const CANARIES: readonly string[] = [
  'Why does the sea have tides?',
  'How does a refrigerator keep food cold?',
  'What is the difference between weather and climate?',
  'Which planets does the solar system have, and what is each known for?',
  'How is paper made from wood?',
]

/** How often a month asks each engine each of them. */
export const CANARY_RUNS = 3
