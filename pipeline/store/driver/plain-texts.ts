import type { ColumnDefinitionNode, KyselyPlugin, QueryId } from 'kysely'
import { DataTypeNode, OperationNodeTransformer, RawNode } from 'kysely'

class PlainTexts extends OperationNodeTransformer {
  protected override transformColumnDefinition(node: ColumnDefinitionNode, queryId?: QueryId): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, queryId)
    const isText = DataTypeNode.is(column.dataType) && column.dataType.dataType === 'text'
    return isText ? { ...column, dataType: RawNode.createWithSql('text collate "C"') } : column
  }
}

/**
 * Makes PostgreSQL compare and sort the texts of new columns by their bytes, as SQLite does, whatever language its database
 * was made for: so that lists come in one order on both.
 */
export function plainTexts(): KyselyPlugin {
  const texts = new PlainTexts()
  return {
    transformQuery: ({ node, queryId }) => texts.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}
