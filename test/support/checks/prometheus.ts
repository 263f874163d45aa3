/** One sample line of Prometheus' text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples of a text in Prometheus' format; throws on a malformed line. */
export function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || !(value === 'Nan' || Number.isFinite(Number(value)) || value === '+Inf'))
      throw new Error(`no line of Prometheus' format: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', word = '']) => [key, word])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

/** The sum of a metric over all samples that have these labels; 0 without any. */
export function total(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return samplesOf(text)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, word]) => sample.labels[key] === word))
    .reduce((sum, { value }) => sum + value, 0)
}
