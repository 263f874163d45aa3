/** The port of `svc serve`, and the number of reports that a process runs at once. */
export const DEFAULT_PORT = 8080
export const DEFAULT_WORKERS = 2
