import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createApp } from './create-app.ts'
import type { ComposedApp } from './create-app.ts'
import { openBankAccount, sealBankAccount } from './domains/money/payouts/details/banking.ts'
import { PayoutDetails } from './domains/money/payouts/details/entity.ts'
import { openVapid, vapidKeyOf } from './domains/notify/push/vapid.ts'
import { readDocument, sealDocument } from './domains/people/performers/documents/documents.ts'
import { PerformerDocument } from './domains/people/performers/entity.ts'
import { admin } from './domains/site/settings/admin.ts'
import { encrypt, wrappingKeyId } from './infra/crypto/key-wrapper.ts'
import { rewrapJob } from './infra/crypto/rewrap-job.ts'
import { cloneDatabase } from './testing/postgres.ts'
import { startTestServer } from './testing/server.ts'

const ROWS = 10_000
const ACCOUNT = { country: 'SE', holder: 'Ada Byron', address: 'London', iban: 'SE4550000000058398257466' } as const

const [one, two] = [randomBytes(32), randomBytes(32)]
const never = new AbortController().signal
let database: Awaited<ReturnType<typeof cloneDatabase>>
const dataDir = mkdtempSync(join(tmpdir(), 'vesper-rotation-'))
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const others = { JWT_SECRET: randomBytes(32).toString('hex'), VAPID_PRIVATE_KEY: randomBytes(32).toString('base64url') }

/** A server in production with these keys, the first of which seals. */
function open(...keys: Buffer[]): Promise<ComposedApp> {
  return openIn(dataDir, keys)
}

function openIn(folder: string, keys: Buffer[], role: 'server' | 'admin' = 'server'): Promise<ComposedApp> {
  const env = { NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, JOBS: 'off' }
  const DETAILS_KEY = keys.map((key) => key.toString('hex')).join()
  return createApp(readConfig({ ...env, ...others, DETAILS_KEY }), { log: pino({ level: 'silent' }), role })
}

async function keys(app: ComposedApp, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await admin['keys']?.run({ app, args, print: (line) => void lines.push(line) })
  return lines.join('\n')
}

/** The fingerprint of a key of a purpose; of several, of the one that does not write. */
async function formerKey(app: ComposedApp, purpose: string): Promise<string> {
  const line = (await keys(app)).split('\n').find((text) => text.includes(` ${purpose} `) && !text.endsWith('writes'))
  return new RegExp(` ${purpose} (\\S+) `).exec(line ?? '')?.[1] ?? expect.fail(line)
}

function store(app: ComposedApp, rows: { id: string; bank: string }[]): Promise<unknown> {
  return app.orm.em.fork().execute(
    `insert into payout_details (performer_id, bank, is_account_ready, updated_at)
     select id, bank, false, now() from jsonb_to_recordset(?::jsonb) as row (id uuid, bank text)`,
    [JSON.stringify(rows)],
  )
}

test(
  'a key of details goes once 10,000 rows, of them some of an earlier version and some that change meanwhile, are of another',
  { timeout: 120_000 },
  async () => {
    const first = await open(one)
    const ids = Array.from({ length: ROWS }, () => randomUUID())
    const former = (id: string) =>
      `${wrappingKeyId(one)}.${encrypt(one, Buffer.from(JSON.stringify(ACCOUNT)), Buffer.from(`payout-details:${id}`))}`
    const aboutIsRight = () => first.sealer.open(former(ids[0] ?? ''), `payout-details:${ids[0]}`)
    expect(aboutIsRight()).toContain('Ada Byron')
    const rows = ids.map((id, index) => ({
      id,
      bank: index % 2 ? former(id) : sealBankAccount(first.sealer, id, ACCOUNT),
    }))
    await store(first, rows)
    const document = {
      id: randomUUID(),
      userId: randomUUID(),
      kind: 'selfie',
      mimeType: 'image/jpeg',
      size: 3,
    } as const
    const em = first.orm.em.fork()
    em.create(PerformerDocument, { ...document, status: 'submitted', createdAt: new Date() })
    await em.flush()
    const bytes = join(dataDir, 'bytes')
    writeFileSync(bytes, 'abc')
    await sealDocument(first, document.id, bytes)
    await first.close()

    const both = await open(two, one)
    expect(await keys(both)).toContain(`left: identity documents 1, bank accounts ${ROWS}`)
    const old = await formerKey(both, 'details')
    await expect(keys(both, 'retire', 'details', old)).rejects.toThrow('This key is still needed')
    // Nothing is left for a program that still puts the old key first.
    const late = await openIn(dataDir, [one, two], 'admin')
    expect(await keys(late)).not.toContain('identity documents')
    await expect(keys(late, 'retire', 'details', old)).rejects.toThrow('The servers write with another DETAILS_KEY')
    await late.close()
    await expect(openIn(mkdtempSync(join(tmpdir(), 'vesper-rotation-')), [two])).rejects.toThrow(old)

    // People change their accounts while the job runs.
    const changed = ids.filter((_id, index) => index % 50 === 0)
    const isOver = { now: false }
    const load = (async () => {
      for (const id of changed) {
        if (isOver.now) break
        const bank = sealBankAccount(both.sealer, id, { ...ACCOUNT, holder: 'Grace Hopper' })
        await both.orm.em.fork().nativeUpdate(PayoutDetails, { performerId: id }, { bank })
      }
    })()
    await rewrapJob.run(both, never)
    isOver.now = true
    await load
    expect(await keys(both)).toContain('nothing is left')
    expect(await keys(both, 'retire', 'details', old)).toContain('is retired')
    await both.close()

    const last = await open(two)
    const found = await last.orm.em.fork().find(PayoutDetails, {})
    const holders = found.map((details) => openBankAccount(last.sealer, details)?.holder)
    expect(holders).toHaveLength(ROWS)
    expect(new Set(holders)).toEqual(new Set(['Ada Byron', 'Grace Hopper']))
    expect((await buffer((await readDocument(last, document.id)) ?? expect.fail())).toString()).toBe('abc')
    const writes = / details (\S+) .*writes/.exec(await keys(last))?.[1] ?? ''
    await expect(keys(last, 'retire', 'details', writes)).rejects.toThrow('This key writes')
    await last.close()
  },
)

test('a new key of sessions signs nobody out, and the end of the old one signs out its sessions alone', async () => {
  const [former, present] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const a = await startTestServer({ config: { jwtSecrets: [former] } })
  const { databaseUrl } = a.app.config
  const call = async (url: string, path: string, { body, token }: { body?: object; token?: string }) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return fetch(`${url}/api${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  }
  const password = 'a long password'
  const login = async (url: string) => {
    const answer = await call(url, '/auth/login', { body: { username: 'iris', password } })
    return ((await answer.json()) as { token: string }).token
  }
  const statusOf = async (url: string, token: string) => (await call(url, '/users/me', { token })).status
  const body = { email: 'iris@example.test', username: 'iris', name: 'Iris', password }
  expect((await call(a.url, '/auth/users/register', { body })).status).toBe(201)
  const old = await login(a.url)
  const b = await startTestServer({ config: { jwtSecrets: [present, former], databaseUrl } })
  const recent = await login(b.url)
  expect([await statusOf(b.url, old), await statusOf(b.url, recent)]).toEqual([200, 200])
  const holder = b.app.domains.keyHolders.find(({ purpose }) => purpose === 'session')
  expect(await holder?.left(b.app, a.app.secret[0].id.padEnd(22, 'x'))).toBeGreaterThan(0)
  const c = await startTestServer({ config: { jwtSecrets: [present], databaseUrl } })
  expect([await statusOf(c.url, old), await statusOf(c.url, recent)]).toEqual([401, 200])
  for (const server of [c, b, a]) await server.stop()
})

test('a subscription is served with the key that it was made for', () => {
  const config = { publicUrl: 'https://vesper.example', mailFrom: 'a@b.test' }
  const alone = openVapid([one], config)
  const both = openVapid([two, one], config)
  expect(both.publicKey).not.toBe(alone.publicKey)
  expect(vapidKeyOf(both, alone.keys[0].id)?.publicKey).toBe(alone.publicKey)
  expect(vapidKeyOf(both, null)?.publicKey).toBe(alone.publicKey)
  expect(vapidKeyOf(both, both.keys[0].id)?.publicKey).toBe(both.publicKey)
  expect(vapidKeyOf(openVapid([two], config), alone.keys[0].id)).toBeNull()
})
