/** Names that stand at the same place of one structure: the heads of a list, a table's first column, an enumeration. */
export interface Series {
  readonly heads: readonly string[]
  /** Those of the heads that end with a colon inside their emphasis, as labels of what is said do: "**Price:** from $7". */
  readonly labels: ReadonlySet<string>
  /** Those of the heads that a label announces as a choice: "Best overall: Harvest". */
  readonly announced: ReadonlySet<string>
  /** The line before it says that choices follow: "These are the tools I'd put on the shortlist:". */
  readonly introduced: boolean
  /** Below the items of another list, where features of a choice stand. */
  readonly nested: boolean
  /** The structure itself says that its members are choices: numbered, or with a description each. */
  readonly choices: boolean
  /** Each member is numbered or a row: nothing but choices is listed so beside names. */
  readonly strong: boolean
  /** Headings without numbers, where sections stand among the choices. */
  readonly headings?: boolean
  /** How deep the headings stand. */
  readonly depth?: number
  /** In running text, in bold. */
  readonly inline: boolean
  /** The column's own head says that choices stand in it. */
  readonly kinded?: boolean
  /** The rows or the columns of a table. */
  readonly table?: boolean
  /** How many members have their name in Latin letters behind them: "지라(Jira)". */
  glossed: number
  /** The same members. */
  readonly glosses: Set<string>
  /** What to look at when choosing, as the line or heading before it says in other languages than English. */
  readonly criteria?: boolean
}
