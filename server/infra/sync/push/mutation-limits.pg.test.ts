import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { App } from '../../../app.ts'
import { startTestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { File } from '../../files/entity.ts'
import { Device, LedgerEntry } from '../entity.ts'
import { makePair, makePerson, newFile } from '../testing/person.ts'
import { mutation, TestDevice, textMutation } from '../testing/test-device.ts'
import { delayOf, delayOfNewDevice, WITHOUT_EFFECT } from './mutation-limits.ts'
import type { MutationLimit } from './mutation-limits.ts'

test('rejected mutations count as well: nobody fills the ledger with nonsense', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  const fan = await makePerson(limited, 'flooder')
  const device = new TestDevice(limited, fan)
  const nonsense = (lane: string) => ({ id: randomUUID(), lane, name: 'nonsense', args: {} })
  expect((await device.sync([nonsense('a')])).outcomes).toMatchObject([{ status: 'rejected' }])
  while ((await delayOf(limited.app, fan.id, undefined)) === 0);
  const answer = await device.sync([nonsense('a'), nonsense('b')])
  expect(answer).toMatchObject({ outcomes: [], retryAfterMs: expect.any(Number) as number })
  expect(await limited.app.orm.em.fork().count(LedgerEntry, { accountId: fan.id })).toBe(1)
  await limited.stop()
})

test('profile edits and opened conversations wait over their own limits, the rest goes on', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  const fan = await makePerson(limited, 'restless')
  const device = new TestDevice(limited, fan)
  while ((await delayOf(limited.app, fan.id, limited.app.domains.mutations['profile.update'].limit)) === 0);
  const edit = mutation('profile.update', { changes: { bio: 'New' }, base: { bio: '' } })
  const other = { id: randomUUID(), lane: 'other', name: 'nonsense', args: {} }
  const { outcomes, retryAfterMs } = await device.sync([edit, other])
  expect(outcomes.map(({ id }) => id)).toEqual([other.id])
  expect(retryAfterMs).toBeGreaterThan(0)
  expect(await delayOf(limited.app, fan.id, limited.app.domains.mutations['conversation.open'].limit)).toBe(0)
  await limited.stop()
})

test('new devices of an account wait once there were many in a day, and those known go on', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  const fan = await makePerson(limited, 'device.maker')
  const unknown = () => ({ id: randomUUID(), lane: 'a', name: 'nonsense', args: {} })
  const known = new TestDevice(limited, fan)
  await known.sync([unknown()])
  while ((await delayOfNewDevice(limited.app, fan.id)) === 0);
  const late = await new TestDevice(limited, fan).sync([unknown()])
  expect(late.outcomes).toEqual([])
  expect(late.retryAfterMs).toBeGreaterThan(1_000)
  expect(await limited.app.orm.em.fork().count(Device, { accountId: fan.id })).toBe(1)
  expect((await known.sync([unknown()])).outcomes).toHaveLength(1)
})

test('mutations without effect wait beyond their limit, and others go on', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  const fan = await makePerson(limited, 'nonsense.maker')
  const device = new TestDevice(limited, fan)
  while ((await delayOf(limited.app, fan.id, WITHOUT_EFFECT)) === 0);
  const unknown = { id: randomUUID(), lane: 'a', name: 'nonsense', args: {} }
  const cancelled = {
    ...mutation('profile.update', { changes: { bio: 'A' }, base: { bio: '' } }),
    cancelled: true as const,
  }
  const edit = { ...mutation('profile.update', { changes: { bio: 'B' }, base: { bio: '' } }), lane: 'b' }
  const { outcomes } = await device.sync([unknown, { ...cancelled, lane: 'c' }, edit])
  expect(outcomes.map(({ id }) => id)).toEqual([edit.id])
})

test('an account has a limit of mutations in a day', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let passed = 0
  // Twelve hours of as many as ten minutes allow.
  for (let minutes = 0; minutes < 720; minutes += 11) {
    while ((await delayOf(limited.app, 'busy', undefined)) === 0) passed += 1
    vi.advanceTimersByTime(11 * 60_000)
  }
  expect(passed).toBe(20_000)
})

test('a mutation without an outcome counts once it has one, however often it is sent, and so do those behind it', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  const { fan, conversationId } = await makePair(limited, 1)
  const device = new TestDevice(limited, fan)
  const photo = { ...newFile(fan.id), status: 'processing' as const }
  await transact(limited.app, null, async ({ em }) => void em.create(File, photo))
  const head = mutation('message.send', { _id: v7(), conversationId, text: '', fileIds: [photo.id] })
  const behind = Array.from({ length: 24 }, () => ({
    ...textMutation(conversationId, 'later'),
    cancelled: true as const,
  }))
  // Each retry would count 24 of the 300 that change nothing.
  for (let n = 0; n < 15; n += 1) {
    expect(await device.sync([head, ...behind])).toMatchObject({ outcomes: [], retryAfterMs: 1_000 })
  }
  expect(await countOf(limited.app, fan.id, WITHOUT_EFFECT)).toBe(300)
  const { limit } = limited.app.domains.mutations['message.send']
  expect(await countOf(limited.app, fan.id, limit)).toBe(limit?.points)
})

test('a mutation that waits over one limit uses up no other', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { points } = WITHOUT_EFFECT
  expect(await countOf(limited.app, 'waiting', undefined)).toBe(6_000)
  for (let n = 0; n < points; n += 1) expect(await delayOf(limited.app, 'waiting', WITHOUT_EFFECT)).toBeGreaterThan(0)
  vi.advanceTimersByTime(11 * 60_000)
  expect(await countOf(limited.app, 'waiting', WITHOUT_EFFECT)).toBe(points)
})

test('a lane over its limit for hours holds no other lane for as long', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  onTestFinished(limited.stop)
  const { fan, conversationId } = await makePair(limited, 1)
  const device = new TestDevice(limited, fan)
  while ((await delayOf(limited.app, fan.id, WITHOUT_EFFECT)) === 0);
  const photo = { ...newFile(fan.id), status: 'processing' as const }
  await transact(limited.app, null, async ({ em }) => void em.create(File, photo))
  const nonsense = (lane: string) => ({ id: randomUUID(), lane, name: 'nonsense', args: {} })
  const head = mutation('message.send', { _id: v7(), conversationId, text: '', fileIds: [photo.id] })
  const alone = await device.sync([nonsense('a')])
  expect(alone.retryAfterMs).toBeGreaterThan(3_600_000)
  const answer = await device.sync([nonsense('b'), head, nonsense('c')])
  expect(answer).toMatchObject({ outcomes: [], retryAfterMs: 1_000 })
})

/** How many mutations of this kind still go now. */
async function countOf(app: App, accountId: string, limit: MutationLimit | undefined): Promise<number> {
  let passed = 0
  while ((await delayOf(app, accountId, limit)) === 0) passed += 1
  return passed
}
