import { test } from 'vitest'
import { soak } from '../support/process/soak.ts'
import { expectSound } from '../support/process/sound.ts'
import { freshDatabase, freshFolder } from '../support/store/store.ts'

test('after ten random kills around starts and runs: no report doubled, no credit lost, no stored cell asked again', async () => {
  const folder = freshFolder()
  const database = await freshDatabase(folder)
  expectSound(await soak(folder, { database, seed: 20261120, kills: 10, starts: 8 }), 8)
}, 300_000)
