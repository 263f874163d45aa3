import type { Lane } from '../../pipeline/ask/lane.ts'

/** How many of four tasks a lane runs at once. */
export async function atOnce(lane: Lane): Promise<number> {
  let [running, most] = [0, 0]
  const task = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  }
  await Promise.all(Array.from({ length: 4 }, () => lane.run(task)))
  return most
}
