/**
 * Buyer questions that fit a category in the plural, a mass noun or a field (`running shoes`, `CRM software`); broad
 * ones first.
 */
const TEMPLATES: readonly string[] = [
  'What are the best options for {category} right now?',
  'Which brands should I look at first for {category}?',
  'What do you recommend for {category} on a tight budget?',
  'When it comes to {category}, which brand should I buy from?',
  'Which brands do experts recommend for {category}?',
  'What are the best alternatives to the market leaders in {category}?',
  'What is the best choice in {category} for a small team?',
  'How do the leading names in {category} compare?',
  'Which brands offer the best value for money in {category}?',
  'What should a beginner choose when it comes to {category}?',
  'Who makes the most reliable products in the {category} market?',
  'What are the top five picks for {category}, and why?',
  'Which names in {category} have the happiest customers?',
  'What are the best premium options for {category}?',
  'How much should I expect to pay for {category}, and which brands are worth it?',
  'I want to switch to another brand for {category}. Which one would you pick?',
  'Which newer brands in {category} are worth a look?',
  'What is the safest choice in {category} for a first purchase?',
  'Which brands in {category} are best for professionals?',
  'What are the pros and cons of the most popular brands in {category}?',
  'Which brands lead the {category} market this year?',
  'What do most people end up choosing for {category}?',
  'Which brand has the best customer support in {category}?',
  'What are good free or low-cost options for {category}?',
  'Can you give me a shortlist of three brands for {category}?',
  'Which brands in {category} get the best reviews?',
  'What is the easiest way to get started with {category}, and with which brand?',
  'Which brands in {category} are overrated, and what should I choose instead?',
  'What would you choose for {category} if quality mattered more than price?',
  'Which brands in {category} would you trust for the long run?',
  'What are the best options for {category} for a large company?',
  'Which specialist brands in {category} beat the big names?',
  'What should I look for in {category}, and which brands deliver it?',
  'If you could recommend only one brand for {category}, which would it be?',
  'Which brands in {category} have improved the most lately?',
  'What are the best options for {category} for everyday use?',
]

/** The language of the templates. */
export const TEMPLATES_LANGUAGE = 'en'

/**
 * Returns the first `count` questions from templates, fewer if there are not enough; always the same for a category.
 */
export function suggestQuestions(category: string, count: number): string[] {
  const name = category.trim().replace(/\s+/g, ' ')
  // This is a function, because `$&` in a replacement string would be a pattern.
  return TEMPLATES.slice(0, Math.max(0, count)).map((template) => template.replace('{category}', () => name))
}

/** Returns the same for a subject in the templates' language, and none for one in another. */
export function templatesFor(
  { category, language }: { readonly category: string; readonly language: string },
  count: number,
): string[] {
  return language === TEMPLATES_LANGUAGE ? suggestQuestions(category, count) : []
}
