import { setTimeout as sleep } from 'node:timers/promises'
import type { Message as MessageRecord } from '@vesper/sync/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../database/transaction.ts'
import { Message } from '../messages/entity.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { converse, makePerson } from './testing/person.ts'
import { TestDevice } from './testing/test-device.ts'

const WRITERS = 64
const OTHER_SPACES = 15
/** As long as the stall, so that what it holds up shows in the slowest of each hundred. */
const PHASE_MS = 3_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test(
  '[PULL-5] 64 writers, one hot space and a transaction that stalls in it: nothing is missed, and other spaces do not wait',
  { timeout: 120_000 },
  async () => {
    const fan = await makePerson(server, 'fan')
    const [hot = '', ...others] = await Promise.all(
      Array.from({ length: 1 + OTHER_SPACES }, async (_, n) =>
        converse(server, fan, await makePerson(server, `creator_${n}`, true)),
      ),
    )
    const device = new TestDevice(server, fan)
    await device.syncAll()
    const committed = new Set<string>()
    let seq = 0
    const insert = (conversationId: string, beforeEnd?: () => Promise<void>) => {
      const id = v7()
      return transact(server.app, null, async (tx) => {
        tx.em.create(Message, { id, conversationId, seq: (seq += 1), senderId: fan.id, text: 'row' })
        await tx.em.flush()
        await beforeEnd?.()
      }).then(() => committed.add(id))
    }
    /** How long the transactions of the other spaces take, in milliseconds, the slowest in a hundred of them. */
    const writeFor = async (ms: number): Promise<number> => {
      const until = performance.now() + ms
      const times: number[] = []
      const writer = async (n: number) => {
        for (let round = n; performance.now() < until; round += 1) {
          const isHot = round % 2 === 0
          const begun = performance.now()
          await insert(isHot ? hot : (others[round % OTHER_SPACES] as string))
          if (!isHot) times.push(performance.now() - begun)
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)))
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] as number
    }

    const reading = { isOver: false }
    const pulled = pullUntil(() => reading.isOver, device)
    const free = await writeFor(PHASE_MS)
    const stall = Promise.withResolvers<void>()
    const stalled = insert(hot, () => stall.promise)
    const beside = await writeFor(PHASE_MS)
    stall.resolve()
    await stalled
    reading.isOver = true

    expect(await pulled).toEqual(committed)
    // Whatever waited for the stalled one took as long as the phase.
    expect(beside).toBeLessThan(0.8 * PHASE_MS)
    expect(beside / free).toBeLessThan(4)
  },
)

/** Every message that the device was sent, once nothing more is written and nothing more comes. */
async function pullUntil(isOver: () => boolean, device: TestDevice): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let isLast = false; !isLast;) {
    isLast = isOver()
    const { spaces, more } = await device.sync()
    isLast &&= !more
    for (const { rows } of spaces) {
      for (const { collection, value } of rows) {
        if (collection === 'messages') seen.add((value as MessageRecord)._id)
      }
    }
    if (!isLast) await sleep(5)
  }
  return seen
}
