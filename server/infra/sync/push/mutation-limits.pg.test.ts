import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import { LedgerEntry } from '../entity.ts'
import { delayOf } from './mutation-limits.ts'
import { makePerson } from '../testing/person.ts'
import { mutation, TestDevice } from '../testing/test-device.ts'

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
