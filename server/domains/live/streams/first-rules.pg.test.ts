import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { test as base } from '../../../testing/fixtures.ts'
import { changeSettings } from './change-settings.ts'
import { OPEN_CHAT } from './entity.ts'
import { begin, endAll } from './testing/begin.ts'
import { useMemoryEngine } from './testing/memory-engine.ts'

const test = base.extend('engine', { scope: 'file', auto: true }, async ({ server }) => useMemoryEngine(server.app))

test('a stream begins with the rules of its creator; fans who pay by the minute write without them, but for blocked terms', async ({
  server,
  creator,
}) => {
  const chat = { slowSeconds: 30, followersMinutes: null, subscribersOnly: true, blockedTerms: ['raid'] }
  await transact(server.app, creator.actor, (tx) => changeSettings(tx, { chat }))
  expect((await begin(server, creator)).chat).toEqual(chat)
  await endAll(server, creator)
  for (const kind of ['group', 'private'] as const) {
    expect((await begin(server, creator, { kind, rate: 20 })).chat).toEqual({ ...OPEN_CHAT, blockedTerms: ['raid'] })
    await endAll(server, creator)
  }
})
