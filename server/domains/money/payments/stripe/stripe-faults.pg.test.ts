import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandboxGateway } from '../../../../sandbox-gateway/sandbox-gateway.ts'
import type { SandboxGateway } from '../../../../sandbox-gateway/sandbox-gateway.ts'
import { cloneDatabase } from '../../../../testing/postgres.ts'
import type { ClonedDatabase } from '../../../../testing/postgres.ts'
import type { Gateway } from '../gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

const KEY = 'sk_test_the_key_of_this_site_4711'
const lines: string[] = []
const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) })

let database: ClonedDatabase
let sandbox: SandboxGateway
let gateway: Gateway
beforeAll(async () => {
  database = await cloneDatabase()
  sandbox = await startSandboxGateway({
    ...{ databaseUrl: database.url, secretKey: KEY, publicUrl: 'http://127.0.0.1', webhook: () => null },
  })
  gateway = open(KEY)
})
beforeEach(() => {
  sandbox.recover()
  lines.splice(0)
})
afterAll(async () => {
  await sandbox.stop()
  await database.drop()
})

function open(secretKey: string): Gateway {
  return stripeGateway({ secretKey, webhookSecrets: [], port: sandbox.port, log })
}

function order(edit: { amount?: number; currency?: string; minutes?: number; reference?: string } = {}) {
  const { minutes = 31, reference = randomUUID(), ...rest } = edit
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  const urls = { successUrl: 'http://127.0.0.1/a', cancelUrl: 'http://127.0.0.1/b' }
  return { reference, title: '100 tokens', amount: 500, currency: 'usd', expiresAt, ...urls, ...rest }
}

test('a key that the provider does not know is the operator’s to mend', async () => {
  const wrong = open('sk_test_a_key_of_another_site_4712')
  await expect(wrong.createCheckout(order())).rejects.toMatchObject({
    ...{ kind: 'unavailable', message: expect.stringContaining('not set up correctly') as string },
  })
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 50, fault: { type: 'StripeAuthenticationError' } })
  expect(lines.join('')).not.toMatch(/sk_test|4712/)
})

test('a parameter that the provider refuses is final, and the log names it', async () => {
  await expect(gateway.createCheckout(order({ minutes: 5 }))).rejects.toMatchObject({
    ...{ kind: 'conflict', isFinal: true, message: expect.stringContaining('does not take this') as string },
  })
  const { level, fault } = JSON.parse(lines[0] ?? '{}') as { level: number; fault: Record<string, unknown> }
  expect(level).toBe(50)
  expect(fault).toMatchObject({ type: 'StripeInvalidRequestError', param: 'expires_at', status: 400 })
  expect(fault['requestId']).toMatch(/^req_/)
})

test('the same key with other parameters is the fault of the site', async () => {
  const [reference, minutes] = [randomUUID(), 40]
  const first = order({ reference, minutes })
  await gateway.createCheckout(first)
  await expect(gateway.createCheckout({ ...first, amount: 600 })).rejects.toMatchObject({ kind: 'conflict' })
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ fault: { type: 'StripeIdempotencyError' } })
})

test.each([
  { with: 429, kind: 'rate-limited', text: 'is busy', type: 'StripeRateLimitError' },
  { with: 500, kind: 'unavailable', text: 'cannot be reached', type: 'StripeAPIError' },
  { with: 'cut', kind: 'unavailable', text: 'cannot be reached', type: 'StripeConnectionError' },
] as const)('the fault $with may be tried again', async ({ with: fault, kind, text, type }) => {
  sandbox.fail({ call: 'POST /v1/checkout/sessions', with: fault, times: 9 })
  const refusal = { kind, isFinal: false, message: expect.stringContaining(text) as string }
  await expect(gateway.createCheckout(order())).rejects.toMatchObject(refusal)
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ level: 40, fault: { type } })
})
