import { test } from 'vitest'
import { soak } from '../support/soak.ts'
import { expectSound } from '../support/sound.ts'
import { freshDatabase, freshFolder } from '../support/store.ts'

test('after 10 random kills around starts and runs: no report doubled, no credit lost, no stored cell asked again', async () => {
  const database = await freshDatabase()
  expectSound(await soak(freshFolder(), { database, seed: 20261120, kills: 10, starts: 6 }), 6)
}, 300_000)
