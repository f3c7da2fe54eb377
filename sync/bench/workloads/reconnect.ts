import { inFreshProfile } from '../browser.ts'
import { messageOf } from '../message.ts'
import { Rows } from '../server/rows.ts'
import { inTurns } from './workload.ts'
import type { Bench, Measured } from './workload.ts'

const CONVERSATIONS = 200
const MESSAGES_EACH = 50

/** A device with 200 conversations comes back after one message: bytes both ways, headers included, nothing compressed. */
export function reconnect(bench: Bench): Promise<Measured> {
  const { server } = bench
  return inTurns(bench, { workload: 'reconnect', runs: 1 }, async ({ name }) => {
    server.use(Rows.filled(CONVERSATIONS, MESSAGES_EACH))
    return inFreshProfile(server.url, name, async (page) => {
      await page.run('load', undefined)
      server.rows.put(messageOf(7, MESSAGES_EACH))
      const before = server.traffic()
      await page.run('pullAgain', undefined)
      const { requests, up, down } = server.traffic()
      const moved = { requests: requests - before.requests, up: up - before.up, down: down - before.down }
      return { ...moved, bytes: moved.up + moved.down }
    })
  })
}
