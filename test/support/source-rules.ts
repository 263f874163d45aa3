import ts from 'typescript'

/** The only files of the product that read the environment. */
const ENVIRONMENT_READERS = /^(pipeline\/config\.ts$|cli\/mcp\/|cli\/svc\.js$|test\/)/
/** What Astro's build writes there by itself; anything else there comes from the environment. */
const ASTRO_CONSTANTS = new Set(['BASE_URL', 'SITE', 'MODE', 'DEV', 'PROD'])
const SILENCED = /(\/\/|\/\*)\s*@ts-(ignore|expect-error|nocheck)/
const MODULE_MOCKS = new Set(['mock', 'doMock', 'unmock', 'doUnmock'])

/** What the compiler and the linter let pass and the house doesn't, in one file, as `rule: path:line`. */
export function sourceFaults(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const faults: string[] = []
  const report = (rule: string, position: number) =>
    faults.push(`${rule}: ${path}:${file.getLineAndCharacterOfPosition(position).line + 1}`)
  const visit = (node: ts.Node): void => {
    if (readsEnvironment(node) && !ENVIRONMENT_READERS.test(path)) report('environment', node.getStart())
    if (isAnyCast(node)) report('cast to any', node.getStart())
    if (isModuleMock(node)) report('module mock', node.getStart())
    ts.forEachChild(node, visit)
  }
  visit(file)
  text.split('\n').forEach((line, index) => {
    if (SILENCED.test(line)) faults.push(`compiler silenced: ${path}:${index + 1}`)
  })
  return faults
}

/** `process.env`, `process['env']`, `{ env } = process`, `import { env } from 'node:process'`, `import.meta.env`. */
function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'env' && holdsEnvironment(node.expression) && !isAstroConstant(node)
  if (ts.isElementAccessExpression(node))
    return (
      ts.isStringLiteral(node.argumentExpression) &&
      node.argumentExpression.text === 'env' &&
      holdsEnvironment(node.expression)
    )
  if (ts.isVariableDeclaration(node))
    return (
      ts.isObjectBindingPattern(node.name) &&
      node.initializer !== undefined &&
      holdsEnvironment(node.initializer) &&
      namesEnv(node.name)
    )
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false
  const named = node.importClause?.namedBindings
  const fromProcess = /^(node:)?process$/.test(node.moduleSpecifier.text)
  return fromProcess && named !== undefined && ts.isNamedImports(named) && namesEnv(named)
}

function holdsEnvironment(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'process'
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'process'
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
}

function isAstroConstant({ expression, parent }: ts.PropertyAccessExpression): boolean {
  return ts.isMetaProperty(expression) && ts.isPropertyAccessExpression(parent) && ASTRO_CONSTANTS.has(parent.name.text)
}

function namesEnv({ elements }: ts.ObjectBindingPattern | ts.NamedImports): boolean {
  return elements.some(({ name, propertyName }) => (propertyName ?? name).getText() === 'env')
}

function isAnyCast(node: ts.Node): boolean {
  return (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.kind === ts.SyntaxKind.AnyKeyword
}

function isModuleMock(node: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return false
  return /^(vi|vitest)$/.test(node.expression.text) && MODULE_MOCKS.has(node.name.text)
}
