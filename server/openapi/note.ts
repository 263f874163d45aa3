/** A field that contains fields has no example of its own. */
export type Note = readonly [description: string, example?: unknown]

/** Notes on fields by their name, or by `parent.name` if it means something else within that parent. */
export type FieldNotes = Readonly<Record<string, Note>>
