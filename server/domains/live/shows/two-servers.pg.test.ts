import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { Stream } from '../streams/entity.ts'
import { openSocket } from '../streams/testing/connect.ts'
import { useMemoryEngine } from '../streams/testing/memory-engine.ts'
import type { Show } from './entity.ts'
import { OWNER_MS } from './metering/ask-owner.ts'
import { readShows } from './metering/look-at-shows.ts'
import { ownMeters } from './metering/own-meters.ts'
import { makeShowStage } from './testing/show-stage.ts'
import type { ShowStage } from './testing/show-stage.ts'

let stage: ShowStage
let other: TestServer

beforeAll(async () => {
  const jwtSecrets = ['a secret that both servers of this test share'] as const
  stage = await makeShowStage({ jwtSecrets })
  other = await startTestServer({ config: { jwtSecrets, databaseUrl: stage.app.config.databaseUrl } })
  useMemoryEngine(other.app)
  await vi.waitFor(() => expect(other.app.bus.peers()).toHaveLength(1), 20_000)
})
afterAll(async () => {
  expect(await brokenRules(stage.server)).toEqual([])
  await other.stop()
  await stage.stop()
})

/** A show once its own server has ended it. */
async function settled(id: string): Promise<Show> {
  await readShows(stage.app)
  return stage.show(id)
}

/** Ends a show on the server that does not meter it. */
async function endElsewhere(who: Person, requestId: string): Promise<number> {
  const socket = await openSocket(other, who)
  const begun = performance.now()
  expect(await socket.emitWithAck('show:end', { requestId })).toMatchObject({ ok: true, show: { status: 'ended' } })
  socket.disconnect()
  return performance.now() - begun
}

test('a show that is ended on another server is paid by all seconds of the server that meters it', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(24)
  const { seconds: stored } = await stage.show(id)
  expect(stored).toBeLessThan(23)
  // The other server sees the same table, and leaves the show to its own.
  await readShows(other.app)
  expect(await endElsewhere(creator, id)).toBeLessThan(OWNER_MS)
  const { seconds, charged, endedReason } = await stage.show(id)
  expect([endedReason, charged]).toEqual(['performer', seconds])
  expect(seconds).toBeGreaterThanOrEqual(23)
})

test('a show whose stream was ended elsewhere is left to the server that meters it, as long as that one lives', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(24)
  await transact(other.app, null, ({ em }) =>
    em.nativeUpdate(Stream, { id }, { status: 'ended', endedReason: 'performer', endedAt: new Date() }),
  )
  await readShows(other.app)
  const { seconds, charged } = await settled(id)
  expect([seconds >= 23, charged]).toEqual([true, seconds])
})

test('the stored seconds are paid where the server that meters a show does not answer', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(24)
  const { seconds: stored } = await stage.show(id)
  ownMeters(stage.app).delete(id)
  expect(await endElsewhere(creator, id)).toBeGreaterThanOrEqual(OWNER_MS)
  expect(await stage.show(id)).toMatchObject({ status: 'ended', endedReason: 'performer', charged: stored })
})

test('nobody but the two sides ends a show, on whichever server', async () => {
  const [fan, creator, stranger] = [await stage.fan(), await stage.creator(), await stage.fan()]
  const id = await stage.active(fan, creator)
  await stage.pass(3)
  const socket = await openSocket(other, stranger)
  expect(await socket.emitWithAck('show:end', { requestId: id })).toEqual({
    ok: false,
    message: 'There is no such show.',
  })
  socket.disconnect()
  expect((await stage.show(id)).status).toBe('active')
})
