import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Charge } from '../../money/charges/entity.ts'
import { matureEarnings } from '../../money/charges/mature-earnings.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { saveCard } from '../../payments/testing/pay.ts'
import { buyByCard } from '../testing/by-card.ts'
import { join, offer } from '../testing/subscribe.ts'

const HOLD_MS = 7 * 24 * 60 * 60 * 1000

let server: TestServer
let now = new Date()

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
    clock: () => now,
  })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

test.each(['card', 'wallet'] as const)(
  'a sale by %s is free after seven days, and not a second before',
  async (source) => {
    const creator = await makePerson(server, `sells_by_${source}`, true)
    const fan = await makePerson(server, `buys_by_${source}`)
    await offer(server, creator, { prices: { monthly: 500 } })
    await fillWallet(server, fan.id, { paid: 100 })
    if (source === 'card') await buyByCard(server, fan, { to: creator, cardId: await saveCard(server, fan) })
    else await join(server, fan, { to: creator })
    const state = async () => {
      await matureEarnings(server.app)
      return (await server.app.orm.em.fork().findOneOrFail(Charge, { fanId: fan.id })).state
    }
    const sold = (await server.app.orm.em.fork().findOneOrFail(Charge, { fanId: fan.id })).createdAt.getTime()
    const was = now
    try {
      now = new Date(sold + HOLD_MS - 1000)
      expect(await state()).toBe('pending')
      now = new Date(sold + HOLD_MS)
      expect(await state()).toBe('available')
    } finally {
      now = was
    }
  },
)
