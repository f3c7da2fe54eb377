import type { Subject } from '../engines/engine.ts'
import { pendingMessage } from '../message.ts'

/** Queues messages in so many conversations, without a line. */
export async function queueMessages(
  { engine }: Subject,
  { count, conversations }: { count: number; conversations: number },
): Promise<void> {
  await engine.open()
  for (let n = 0; n < count; n += 1) await engine.send(pendingMessage(n % conversations, n))
}

/** From the line's return until nothing is queued any more, in milliseconds. */
export async function replay({ engine, line }: Subject): Promise<{ ms: number }> {
  line.online = true
  const begun = performance.now()
  await engine.replay()
  return { ms: performance.now() - begun }
}
