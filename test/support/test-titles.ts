import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The titles of the tests in a file, as they are written there: a table's rows share one. */
export function testTitles(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && callsTest(node.expression)) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

/** `test(…)`, `it(…)`, and both with a table before: `test.each(…)(…)`. */
function callsTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it'
  const table = ts.isCallExpression(callee) ? callee.expression : undefined
  return (
    table !== undefined &&
    ts.isPropertyAccessExpression(table) &&
    (table.name.text === 'each' || table.name.text === 'for') &&
    callsTest(table.expression)
  )
}
