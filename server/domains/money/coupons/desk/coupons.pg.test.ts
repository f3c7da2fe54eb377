import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { CouponRedemption } from '../entity.ts'

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startTestServer()
  ada = await makeStaff(server, 'finance')
})
afterAll(() => server.stop())

const at = (target: Parameters<typeof atDesk>[1], body?: unknown) => atDesk({ server, by: ada }, target, body)
const entries = (subjectId: string) => server.app.orm.em.fork().count(AuditEntry, { subjectId })

const TERMS = {
  ...{ code: 'spring-20', kinds: ['top-up', 'subscription'], percent: 20, off: null, minimum: 0, uses: 100 },
  ...{ usesEach: 1, creator: null, from: '2026-01-01', until: '2099-01-31' },
}

test('a coupon is made once, lowers a price, and is switched off and on', async () => {
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await at('POST /desk/coupons', { _id, ...TERMS })).status).toBe(200)
  expect((await at('POST /desk/coupons', { _id: randomUUID(), ...TERMS })).status).toBe(409)
  const quote = () =>
    call(server, 'POST /coupons/Spring-20/apply-coupon', { token: ada.token, body: { kind: 'top-up', amount: 500 } })
  expect((await quote()).body).toEqual({ discount: 100, amount: 400 })
  expect((await at(`DELETE /desk/coupons/${_id}`)).status).toBe(200)
  expect((await quote()).status).toBe(404)
  const { body } = await at('GET /desk/coupons')
  expect(body).toMatchObject({ data: [{ ...TERMS, _id, code: 'SPRING-20', used: 0, isOn: false }], total: 1 })
  for (let n = 0; n < 2; n += 1) expect((await at(`PUT /desk/coupons/${_id}`, { isOn: true })).status).toBe(200)
  expect((await quote()).status).toBe(200)
  expect(await entries(_id)).toBe(3)
})

test('a used coupon takes another last day and number of uses, and no lower number than its uses', async () => {
  const _id = randomUUID()
  await at('POST /desk/coupons', { _id, ...TERMS, code: 'late', from: '2026-06-01', until: '2099-01-31' })
  const em = server.app.orm.em.fork()
  for (const status of ['confirmed', 'reserved', 'released'] as const)
    em.create(CouponRedemption, {
      ...{ refId: randomUUID(), couponId: _id, userId: ada.id, discount: 1, status },
      ...{ createdAt: new Date(), expiresAt: new Date() },
    })
  await em.flush()
  const seen = { uses: 100, until: '2099-01-31' }
  const change = (body: object) => at(`PUT /desk/coupons/${_id}/terms`, { ...seen, seen, ...body })
  const coupon = async () =>
    ((await at('GET /desk/coupons')).body['data'] as { _id: string }[]).find((one) => one._id === _id)
  expect((await change({ uses: 1 })).body).toMatchObject({
    message: 'It was used 2 times already. Choose no fewer uses.',
  })
  expect((await change({ until: '2026-05-31' })).body).toMatchObject({
    message: 'The coupon ends before it begins. Choose a later day.',
  })
  for (let n = 0; n < 2; n += 1) expect((await change({ uses: 2, until: null })).status).toBe(200)
  expect(await coupon()).toMatchObject({ uses: 2, until: null, used: 2, percent: 20, code: 'LATE' })
  expect((await change({ uses: 5 })).body).toMatchObject({
    message: 'Another person has changed this coupon. Look again.',
  })
  const later = { seen: { uses: 2, until: null } }
  const answers = await Promise.all([change({ ...later, uses: 7 }), change({ ...later, uses: 8 })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await entries(_id)).toBe(3)
})

test.each([
  [{ percent: null }, 'Give either a percentage or an amount.'],
  [{ percent: 91 }, 'A discount is 1 to 90 percent.'],
  [{ kinds: [] }, 'Choose what the coupon is for.'],
  [{ code: 'a b' }, 'A code has 3 to 40 letters, digits and hyphens.'],
  [{ until: '2026-02-30' }, 'Choose a day.'],
])('a coupon with %j is refused', async (wrong, message) => {
  const { status, body } = await at('POST /desk/coupons', { _id: randomUUID(), ...TERMS, ...wrong })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
})

test('two people change the packages at once, and one of them does; a package ends', async () => {
  const read = async () => (await at('GET /desk/packages')).body as { version: number; packages: { _id: string }[] }
  const { version } = await read()
  const save = (id: string) => at(`PUT /desk/packages/${id}`, { version, name: 'Odd', tokens: 70, bonus: 7 })
  const answers = await Promise.all(['odd-1', 'odd-2'].map(save))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const after = await read()
  const odd = after.packages.filter(({ _id }) => _id.startsWith('odd'))
  expect(odd).toMatchObject([{ name: 'Odd', tokens: 70, bonus: 7, amount: 350 }])
  const id = odd[0]?._id ?? ''
  const end = (seen: number) => at(`DELETE /desk/packages/${id}?version=${seen}`)
  expect((await end(version)).status).toBe(409)
  expect((await end(after.version)).status).toBe(200)
  expect(await entries(id)).toBe(2)
})
