/** Where `svc serve` listens, and how many reports a process runs at once, unless it is told otherwise. */
export const DEFAULT_PORT = 8080
export const DEFAULT_WORKERS = 2
