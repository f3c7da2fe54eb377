import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Charge } from '../money/charges/entity.ts'
import { refundCharge } from '../money/charges/refund.ts'
import { brokenRules } from '../money/testing/books.ts'
import { matureAll, sell } from './testing/earn.ts'

type Answer = Record<string, number> & {
  series: { at: string; net: number; gross: number; sales: number }[]
  upcoming: { at: string; net: number }[]
}

async function stats(server: TestServer, { token }: Person, query = ''): Promise<Answer> {
  return (await call(server, `GET /performer/earning/stats${query}`, { token })).body as unknown as Answer
}

function search(server: TestServer, { token }: Person, query = '') {
  return call(server, `GET /performer/earning/search${query}`, { token })
}

function moveTo({ app }: TestServer, chargeId: string, createdAt: string): Promise<unknown> {
  return transact(app, null, (tx) => tx.em.nativeUpdate(Charge, { id: chargeId }, { createdAt: new Date(createdAt) }))
}

test('the figures are those of the ledger, whatever was sold, freed and given back', async ({
  server,
  fan,
  creator,
}) => {
  const charges: string[] = []
  for (const tokens of [10, 33, 127, 1001]) charges.push(await sell(server, { from: fan, to: creator, tokens }))
  await matureAll(server)
  charges.push(await sell(server, { from: fan, to: creator, tokens: 50 }))
  for (const [index, tokens] of [
    [1, 7],
    [2, undefined],
    [4, 20],
  ] as const) {
    const request = { chargeId: charges[index] ?? '', reason: 'Test', key: randomUUID() }
    await transact(server.app, null, (tx) => refundCharge(tx, tokens === undefined ? request : { ...request, tokens }))
  }
  const all = await stats(server, creator)
  const gross = (10 + 33 + 127 + 1001 + 50) * 500
  expect(all).toMatchObject({ sales: 5, gross, tax: 0, commission: gross / 5, net: (gross * 4) / 5, held: 0, paid: 0 })
  expect(all['refunds']).toBe((7 + 127 + 20) * 400)
  expect(all['pending']).toBe(30 * 400)
  expect((all['net'] ?? 0) - (all['refunds'] ?? 0)).toBe((all['pending'] ?? 0) + (all['available'] ?? 0))
  expect(all.series).toHaveLength(28)
  expect(all.series.reduce((sum, { net }) => sum + net, 0)).toBe(all['net'])
  expect(await stats(server, creator, '?type=feed')).toMatchObject({ sales: 0, gross: 0, refunds: 0 })
  expect(await brokenRules(server)).toEqual([])
})

test('days, weeks and months of UTC each have their sales', async ({ server, fan, creator }) => {
  for (const at of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', '2026-02-02T12:00:00Z']) {
    await moveTo(server, await sell(server, { from: fan, to: creator, tokens: 10 }), at)
  }
  const filled = async (query: string) =>
    (await stats(server, creator, query)).series.filter(({ sales }) => sales > 0).map(({ at, sales }) => [at, sales])
  expect(await filled('?from=2026-01-31&to=2026-02-02')).toEqual([
    ['2026-01-31', 1],
    ['2026-02-01', 1],
    ['2026-02-02', 1],
  ])
  expect(await filled('?from=2026-01-31&to=2026-02-02&by=week')).toEqual([
    ['2026-01-26', 2],
    ['2026-02-02', 1],
  ])
  expect(await filled('?from=2026-01-01&to=2026-02-28&by=month')).toEqual([
    ['2026-01-01', 1],
    ['2026-02-01', 2],
  ])
  expect(await filled('?from=2026-02-01&to=2026-02-01')).toEqual([['2026-02-01', 1]])
  for (const query of ['?from=2026-02-30', '?from=2026-02-02&to=2026-02-01', '?by=year', '?from=2000-01-01'])
    expect((await call(server, `GET /performer/earning/stats${query}`, { token: creator.token })).status).toBe(400)
})

test('earnings that are not free yet are told by the day on which it becomes free, without what was given back or is disputed', async ({
  server,
  fan,
  creator,
  pair,
}) => {
  const sold = async (tokens: number, changed: Partial<Charge>) => {
    const id = await sell(server, { from: fan, to: creator, tokens })
    await transact(server.app, null, (tx) => tx.em.nativeUpdate(Charge, { id }, changed))
    return id
  }
  await sold(10, { availableAt: new Date('2099-03-01T00:00:00Z') })
  await sold(20, { availableAt: new Date('2099-02-28T23:59:59.999Z') })
  const partly = await sold(30, { availableAt: new Date('2099-02-28T00:00:00Z') })
  await sold(40, { availableAt: null })
  await sold(50, { availableAt: new Date('2099-02-28T00:00:00Z'), disputeId: 'dp_1' })
  await sell(server, { from: fan, to: pair.creator, tokens: 60 })
  await transact(server.app, null, (tx) =>
    refundCharge(tx, { chargeId: partly, tokens: 4, reason: 'Test', key: randomUUID() }),
  )
  const { upcoming, pending } = await stats(server, creator)
  expect(upcoming).toEqual([
    { at: '2099-02-28', net: (20 + 26) * 400 },
    { at: '2099-03-01', net: 10 * 400 },
  ])
  expect(pending).toBe((10 + 20 + 26 + 40 + 50) * 400)
})

test('sales are found by each filter, and those of another creator never', async ({ server, fan, creator, pair }) => {
  const old = await sell(server, { from: fan, to: creator, tokens: 500 })
  await matureAll(server)
  await moveTo(server, old, '2026-01-15T12:00:00Z')
  const fresh = await sell(server, { from: pair.fan, to: creator, tokens: 20 })
  await sell(server, { from: fan, to: pair.creator, tokens: 30 })
  const found = async (query: string) =>
    ((await search(server, creator, query)).body['data'] as { _id: string }[]).map(({ _id }) => _id)
  expect(await found('')).toEqual([fresh, old])
  expect(await found('?sortBy=net&sort=desc')).toEqual([old, fresh])
  expect(await found('?state=available')).toEqual([old])
  expect(await found('?state=pending')).toEqual([fresh])
  expect(await found('?from=2026-01-15&to=2026-01-15')).toEqual([old])
  expect(await found('?to=2026-01-14')).toEqual([])
  expect(await found(`?fanId=${pair.fan.id}`)).toEqual([fresh])
  expect(await found(`?q=${pair.fan.user.name.toUpperCase()}`)).toEqual([fresh])
  expect(await found('?q=%25')).toEqual([])
  expect(await found('?type=feed')).toEqual([])
  expect(await found(`?payoutId=${randomUUID()}`)).toEqual([])
  expect((await search(server, creator, '?pageSize=1&current=2')).body).toMatchObject({
    total: 2,
    data: [{ _id: old }],
  })
  expect((await search(server, creator, '?state=free')).status).toBe(400)
})
