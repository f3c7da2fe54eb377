import type { Restriction } from '@vesper/sync/vesper/api/cases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liftAll, restrict } from '../domains/community/cases/testing/restrict.ts'
import { StreamSettings, OPEN_CHAT } from '../domains/live/streams/entity.ts'
import { useMemoryEngine } from '../domains/live/streams/testing/memory-engine.ts'
import { fillWallet } from '../domains/money/money/testing/books.ts'
import { transact } from '../infra/database/transaction.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { NOT_FOR_SALE } from './require-for-sale.ts'
import { restrictionsOf, stoppedCommands } from './restrictions-of.ts'
import { publishing, talking } from './testing/restricted-tries.ts'
import type { Stage, Try } from './testing/restricted-tries.ts'
import { buying, commenting, selling } from './testing/sale-tries.ts'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  useMemoryEngine(server.app)
})
afterAll(() => server.stop())

async function newStage(): Promise<Stage> {
  count += 1
  const creator = await makePerson(server, `stopped_creator_${count}`, true)
  const fan = await makePerson(server, `stopped_fan_${count}`)
  await fillWallet(server, fan.id, { paid: 1_000 })
  await transact(server.app, null, async (tx) => {
    tx.em.create(StreamSettings, {
      ...{ performerId: creator.id, acceptsPrivate: true, chat: OPEN_CHAT, updatedAt: tx.now },
    })
  })
  return { server, creator, fan }
}

const paused = (word: string) => `${word} is paused. Read why under Decisions.`
/** A fan asks a creator who may not publish, and a fan follows one who may not write. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'show:request': 'This creator takes no private shows now.',
  'follow.set': 'done, not greeted',
  'POST /follows/{id}': 'done, not greeted',
}

type Kind = { deed: Restriction; tries: Readonly<Record<string, Try>>; words: string }
const kinds: readonly Kind[] = [
  { deed: 'publish', tries: publishing, words: paused('Publishing') },
  { deed: 'message', tries: talking, words: paused('Messaging') },
  { deed: 'comment', tries: commenting, words: paused('Commenting') },
  { deed: 'sell', tries: buying, words: NOT_FOR_SALE },
  { deed: 'sell', tries: selling, words: paused('Selling') },
]
/** Tests of their own domains see these stopped. */
const JOBS = ['posts.publish-due', 'broadcasts.send-due', 'subscriptions.renew']

describe.each(kinds)('$deed: $words', ({ deed, tries, words }) => {
  test.each(Object.keys(tries))('%s', async (command) => {
    const stage = await newStage()
    const run = await tries[command]?.(stage)
    // The words of a tip are those of the fan.
    const isOfFan = command.includes('/tip/') && deed !== 'sell'
    const account = isOfFan ? stage.fan.id : stage.creator.id
    await restrict(server, account, deed)
    const expected = deed === 'sell' ? words : (OTHER_WORDS[command] ?? words)
    expect(await run?.()).toBe(expected)
    await liftAll(server, account)
    // A fan who follows already is not greeted again.
    if (!expected.startsWith('done')) expect(await run?.(), 'once it is lifted').toBe('done')
  })
})

test('each stopped command is tried with each of its restrictions', () => {
  const tried = kinds.flatMap(({ deed, tries }) => Object.keys(tries).map((command) => `${deed} ${command}`))
  const classified = stoppedCommands().flatMap((command) =>
    (restrictionsOf(command) ?? []).map((deed) => `${deed} ${command}`),
  )
  const expected = classified.filter((one) => !JOBS.some((job) => one.endsWith(job)))
  expect(tried.toSorted()).toEqual(expected.toSorted())
})
