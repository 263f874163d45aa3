import type { Handlers } from '../http/register.ts'

/** Whether the process answers; it looks at nothing else. */
export const health: Handlers['health'] = async () => ({ body: { status: 'ok' }, cacheSeconds: 0 })
