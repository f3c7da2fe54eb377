import type { Subject } from '../engines/engine.ts'
import { delay } from './delay.ts'

/** Milliseconds; `longestTask` is 0 when none took longer than the 50 that the browser tells of. */
export type InitialSync = { first: number; total: number; longestTask: number }

/** An empty device comes to a server with everything, and shows one conversation meanwhile. */
export async function initialSync(
  { engine, line }: Subject,
  { conversationId, limit }: { conversationId: string; limit: number },
): Promise<InitialSync> {
  const longest = watchTasks()
  await engine.open()
  let shown = (): void => {}
  const firstShown = new Promise<number>((resolve) => (shown = () => resolve(performance.now())))
  engine.watch(conversationId, limit, (rows) => rows.length === limit && shown())
  await delay(200)
  const begun = performance.now()
  line.online = true
  await engine.pull()
  const total = performance.now() - begun
  const first = (await firstShown) - begun
  // Long tasks are told of a little later.
  await delay(200)
  return { first, total, longestTask: longest(begun) }
}

function watchTasks(): (since: number) => number {
  const tasks: PerformanceEntry[] = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  return (since) =>
    tasks.filter(({ startTime }) => startTime >= since).reduce((most, { duration }) => Math.max(most, duration), 0)
}
