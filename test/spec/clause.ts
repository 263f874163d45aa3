/** One sentence of the specification, shortened, by its section, and the file and title of the test that proves it. */
export type Clause = readonly [section: string, clause: string, file: string, title: string]
