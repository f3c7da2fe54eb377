import type { Subject } from '../engines/engine.ts'
import { conversationId, pendingMessage } from '../message.ts'
import { delay } from './delay.ts'

export type TapArgs = {
  taps: number
  warmUps: number
  /** Live queries on the conversation that is written to, and on others, one each. */
  dirty: number
  clean: number
  limit: number
}

/**
 * From the call to write until every query of that conversation has told of the message and the engine has acknowledged
 * it, in milliseconds for each tap.
 */
export async function tap(
  { engine }: Subject,
  { taps, warmUps, dirty, clean, limit }: TapArgs,
): Promise<{ times: number[] }> {
  const written = 0
  let waiting: (() => void) | null = null
  const newest: string[] = []
  let wanted = ''
  for (let n = 0; n < dirty; n += 1) {
    engine.watch(conversationId(written), limit, ([first]) => {
      newest[n] = first?._id ?? ''
      if (newest.length === dirty && newest.every((id) => id === wanted)) waiting?.()
    })
  }
  for (let n = 1; n <= clean; n += 1) engine.watch(conversationId(n), limit, () => {})
  await delay(2_000)
  const times: number[] = []
  for (let n = 0; n < warmUps + taps; n += 1) {
    const message = pendingMessage(written, n)
    wanted = message._id
    const shown = new Promise<void>((resolve) => (waiting = resolve))
    const begun = performance.now()
    await Promise.all([engine.send(message), shown])
    if (n >= warmUps) times.push(performance.now() - begun)
    await delay(20)
  }
  return { times }
}
