import { HtmlValidate } from 'html-validate'

/** What of a page breaks the HTML standard, each with its line. */
export async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`))
}
