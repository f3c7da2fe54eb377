import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { grantTokens } from '../../money/money/grant-tokens.ts'
import { PaymentOrder } from '../../money/payments/orders/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { changeSettings } from './commands.ts'
import { defaultSettings, SettingValues } from './defaults.ts'
import { Setting } from './entity.ts'
import { requireSettledMoney } from './require-settled-money.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.app.orm.em.fork().nativeDelete(Setting, {})
  server.app.settings.forget()
})

function change(changes: Partial<SettingValues>): Promise<void> {
  return transact(server.app, null, (tx) => changeSettings(tx, changes))
}

async function shown(): Promise<Record<string, unknown>> {
  return (await call(server, 'GET /settings/public')).body
}

test('the defaults are the specification’s figures', async () => {
  const price = { minimum: 2.95, maximum: 300 }
  expect(await shown()).toMatchObject({
    ...{ subscriptionPrice: price, subscriptionPrice1Month: price, subscriptionPrice3Months: price },
    ...{ subscriptionPrice6Months: price, subscriptionPrice12Months: price },
    ...{ minimumWalletPrice: 2.95, maximumWalletPrice: 300, minimumTipPrice: 10, maximumTipPrice: 10_000 },
    ...{ minimumPayoutAmount: 50, freeSubscriptionEnabled: true, freeSubscriptionDuration: 1 },
    ...{ requireEmailVerification: false, enableGoogleReCaptcha: false, 'hash-password-client': false },
  })
})

test('a stored setting stands over its default, at once', async () => {
  expect(await shown()).toMatchObject({ 'hash-password-client': false })
  await change({ 'hash-password-client': true, siteName: 'Evening' })
  expect(await shown()).toMatchObject({ 'hash-password-client': true, siteName: 'Evening', minimumTipPrice: 10 })
})

test('no secret is ever shown: what is not on the list of public settings stays on the server', async () => {
  const secrets = Object.keys(SettingValues.entries).filter((key) => !(key in PublicSettings.entries))
  expect(secrets.toSorted()).toEqual([
    'blockedCountries',
    'commissionBps',
    'contactAddress',
    'giftDays',
    'googleReCaptchaSecretKey',
    'holdDays',
    'payoutFee',
    'payoutsNeedFactor',
    'streamViewersMax',
    'subscriptionGraceDays',
    'tokenPackages',
    'uploadMaximum',
  ])
  await change({ googleReCaptchaSecretKey: 'hush-hush' })
  expect(Object.keys(await shown()).toSorted()).toEqual(Object.keys(PublicSettings.entries).toSorted())
  const keys = [...secrets, 'siteName', 'JWT_SECRET', '__proto__', 'constructor', 'toString']
  const { text } = await call(server, 'POST /settings/keys', { body: { keys } })
  expect(JSON.parse(text)).toEqual({ siteName: 'Vesper' })
  for (const path of ['GET /settings/public', 'POST /settings/keys'] as const) {
    const body = path.startsWith('POST') ? { keys } : undefined
    expect((await call(server, path, { body })).text).not.toContain('hush-hush')
  }
})

test('a change with one unfit value changes nothing', async () => {
  const unfit = { siteName: 'Evening', minimumTipPrice: 'ten', unheardOf: 1 } as unknown as Partial<SettingValues>
  await expect(change(unfit)).rejects.toMatchObject({
    kind: 'invalid',
    details: [{ path: 'minimumTipPrice' }, { path: 'unheardOf' }],
  })
  expect(await shown()).toMatchObject({ siteName: 'Vesper' })
})

test('the owner’s command changes a running server, and says what is wrong', async () => {
  const set = (...changes: string[]) => {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: server.app.config.databaseUrl ?? '' }
    const script = fileURLToPath(new URL('./set.ts', import.meta.url))
    return spawnSync(process.execPath, [script, ...changes], { env, encoding: 'utf8' })
  }
  expect(set('hash-password-client=true', 'siteName=Dusk').stdout).toContain('hash-password-client=true\n')
  await vi.waitFor(
    async () => expect(await shown()).toMatchObject({ 'hash-password-client': true, siteName: 'Dusk' }),
    20_000,
  )
  const help = set('help').stdout
  for (const key of Object.keys(defaultSettings)) expect(help).toMatch(new RegExp(`^${key}  .{10,}$`, 'm'))
  const wrong = set('maintenance=perhaps', 'unheardOf=1')
  expect([wrong.status, wrong.stderr.match(/^\w+(?=:)/gm)]).toEqual([1, ['maintenance', 'unheardOf']])
  // Each command is a process that reads all of the server.
}, 60_000)

test.each([
  ...['JPY', 'KWD', 'EURO', 'eur', 'bananas', '', 'XXX', 'XAU'].map((currency) => ({ currency })),
  ...[0, -0.05, 0.055, 0.009].map((tokenValue) => ({ tokenValue })),
  ...[{ minimumWalletPrice: 2.955 }, { payoutFee: 0.001 }, { subscriptionPrice: { minimum: -1, maximum: 300 } }],
])('the change %j is refused in words', async (changes) => {
  const error = await change(changes as Partial<SettingValues>).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'invalid', details: [{ path: Object.keys(changes)[0] }] })
  expect((error as Refusal).details?.[0]?.message).toMatch(/^(Name a currency|An amount|A token) .*\.$/)
})

test.each([{ currency: 'EUR' }, { currency: 'GBP', tokenValue: 0.01 }, { currency: 'XCD' }])(
  'the change %j is taken before money has moved',
  async (changes) => {
    await change(changes)
    expect(await shown()).toMatchObject(changes)
  },
)

test('the currency and the value of a token are frozen by the first transfer, and only these', async () => {
  const paid = await startTestServer()
  try {
    const set = (changes: Partial<SettingValues>) => transact(paid.app, null, (tx) => changeSettings(tx, changes))
    await set({ currency: 'EUR', tokenValue: 0.1 })
    const fan = await makePerson(paid, 'first_to_pay')
    await transact(paid.app, null, (tx) =>
      grantTokens(tx, { username: fan.user.username ?? '', tokens: 10, key: 'gift' }),
    )
    await expect(set({ currency: 'USD', tokenValue: 0.05, siteName: 'Dusk' })).rejects.toMatchObject({
      kind: 'conflict',
      details: [
        { path: 'currency', message: 'Money has moved already: it cannot be changed any more and stays EUR.' },
        { path: 'tokenValue', message: 'Money has moved already: it cannot be changed any more and stays 0.1.' },
      ],
    })
    await set({ currency: 'EUR', tokenValue: 0.1, siteName: 'Dawn' })
    expect((await paid.app.settings.read()).siteName).toBe('Dawn')
  } finally {
    await paid.stop()
  }
})

test('a server does not start with a currency that is none, or that is not the one of its payments', async () => {
  const em = server.app.orm.em.fork()
  const store = (key: string, value: unknown) => em.upsert(Setting, { key, value, updatedAt: new Date() })
  await expect(requireSettledMoney(em)).resolves.toBeUndefined()
  await store('currency', 'EURO')
  await expect(requireSettledMoney(em)).rejects.toThrow('The setting currency is EURO. Name a currency of ISO 4217')
  await store('currency', 'EUR')
  await expect(requireSettledMoney(em)).resolves.toBeUndefined()
  const id = randomUUID()
  await transact(server.app, null, async (tx) => {
    tx.em.create(PaymentOrder, {
      ...{ id, userId: randomUUID(), kind: 'top-up', status: 'paid', amount: 500, currency: 'USD', title: '' },
      ...{ returnPath: '/', terms: {}, asked: { amount: 500, terms: {}, cardId: null, couponCode: null } },
      ...{ createdAt: tx.now, expiresAt: tx.now, paidAt: tx.now },
    })
    return tx.flush()
  })
  await expect(requireSettledMoney(em)).rejects.toThrow('The setting currency is EUR, but money has moved with USD.')
  await em.nativeDelete(PaymentOrder, { id })
  await store('tokenValue', 0.055)
  await expect(requireSettledMoney(em)).rejects.toThrow('The setting tokenValue is 0.055. An amount has at most two')
})

test('a change that is rolled back is not seen', async () => {
  const failing = transact(server.app, null, async (tx) => {
    await changeSettings(tx, { siteName: 'Evening' })
    throw new Error('after all, no')
  })
  await expect(failing).rejects.toThrow('after all, no')
  expect(await shown()).toMatchObject({ siteName: 'Vesper' })
})

test('a stored value that does not fit leaves the default standing', async () => {
  const em = server.app.orm.em.fork()
  em.create(Setting, { key: 'minimumTipPrice', value: 'ten' })
  em.create(Setting, { key: 'of.another.version', value: true })
  await em.flush()
  server.app.settings.forget()
  expect(await server.app.settings.read()).toEqual(defaultSettings)
})

test.each([{}, { keys: 'siteName' }, { keys: [1] }, { keys: ['x'.repeat(61)] }, { keys: Array(51).fill('siteName') }])(
  'the lookup %j is refused',
  async (body) => {
    expect((await call(server, 'POST /settings/keys', { body })).status).toBe(400)
  },
)
