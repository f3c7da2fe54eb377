import { setTimeout as sleep } from 'node:timers/promises'
import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Message } from '../../domains/talk/messages/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { converse, makePerson } from './testing/person.ts'
import { TestDevice } from './testing/test-device.ts'

const WRITERS = 64
const OTHER_SPACES = 15
/** Without a stall and with one by turns, so that whatever else the machine does is in both; one bad round decides nothing. */
const ROUNDS = 7
/** As long as a stall, so that what it held up would show in the slowest of each hundred. */
const ROUND_MS = 500

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
    /** Writes as fast as it goes, in turn to the hot space and to another; answers how long each took, in milliseconds. */
    const writeFor = async (ms: number): Promise<Round> => {
      const until = performance.now() + ms
      const round: Round = { hot: [], other: [] }
      const writer = async (n: number) => {
        for (let turn = n; performance.now() < until; turn += 1) {
          const isHot = turn % 2 === 0
          const begun = performance.now()
          await insert(isHot ? hot : (others[turn % OTHER_SPACES] as string))
          round[isHot ? 'hot' : 'other'].push(performance.now() - begun)
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)))
      return round
    }

    const reading = { isOver: false }
    const pulled = pullUntil(() => reading.isOver, device)
    const [free, beside]: [Round[], Round[]] = [[], []]
    await writeFor(ROUND_MS)
    for (let round = 0; round < ROUNDS; round += 1) {
      free.push(await writeFor(ROUND_MS))
      const begun = Promise.withResolvers<void>()
      const stalled = insert(hot, () => {
        begun.resolve()
        return sleep(ROUND_MS)
      })
      await begun.promise
      beside.push(await writeFor(ROUND_MS))
      await stalled
    }
    reading.isOver = true

    expect(await pulled).toEqual(committed)
    // As much was offered and done in both, in the hot space as well: nobody waited for the stalled one.
    const count = ({ hot, other }: Round) => hot.length + other.length
    expect(median(beside.map(count)) / median(free.map(count))).toBeGreaterThan(0.7)
    expect(p99(beside, 'other') / p99(free, 'other')).toBeLessThan(2)
    expect(p99(beside, 'hot') / p99(free, 'hot')).toBeLessThan(2)
  },
)

/** How long each transaction took. */
type Round = { hot: number[]; other: number[] }

/** The slowest in a hundred of a round, as it is in most rounds. */
function p99(rounds: readonly Round[], kind: keyof Round): number {
  return median(
    rounds.map((round) => round[kind].toSorted((a, b) => a - b)[Math.floor(round[kind].length * 0.99)] ?? 0),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

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
