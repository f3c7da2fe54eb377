import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createApp } from './create-app.ts'
import { admin } from './domains/site/settings/admin.ts'
import { AuditEntry } from './infra/audit/entity.ts'
import { readOrMakeSecretFile } from './infra/database/secret-file.ts'
import { cloneDatabase } from './testing/postgres.ts'

const folders: string[] = []
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const makeKeys = () => ({
  JWT_SECRET: randomBytes(32).toString('hex'),
  DETAILS_KEY: randomBytes(32).toString('hex'),
  VAPID_PRIVATE_KEY: createKey().toString('base64url'),
})
type Keys = Partial<ReturnType<typeof makeKeys>>

function createKey(): Buffer {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32)
}

function open(keys: Keys, { dataDir = makeFolder(), ...given }: { dataDir?: string; NODE_ENV?: string } = {}) {
  const env = { NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, JOBS: 'off' }
  return createApp(readConfig({ ...env, ...given, ...keys }), { log: pino({ level: 'silent' }) })
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-keys-'))
  folders.push(folder)
  return folder
}

test('production with DATABASE_URL makes no keys, and says which are needed and how to make them', async () => {
  const refused = await open({}).catch(String)
  for (const name of ['JWT_SECRET', 'DETAILS_KEY', 'VAPID_PRIVATE_KEY', 'openssl rand']) expect(refused).toContain(name)
  const { DETAILS_KEY: _left, ...rest } = makeKeys()
  const one = await open(rest).catch(String)
  expect(one).toContain('DETAILS_KEY')
  expect(one).not.toContain('JWT_SECRET')
  expect(makeKeys().VAPID_PRIVATE_KEY).toHaveLength(43)
})

test('keys that an earlier version made in the data directory count', async () => {
  const dataDir = makeFolder()
  const first = await cloneDatabase()
  for (const file of ['secret', 'details-key', 'vapid-key']) readOrMakeSecretFile(join(dataDir, file))
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: first.url, JOBS: 'off' }
  const app = await createApp(readConfig(env), { log: pino({ level: 'silent' }) })
  await app.close()
  await first.drop()
})

test('a second server with another key does not start and names it; with the same keys it opens what the first sealed', async () => {
  const keys = makeKeys()
  const first = await open(keys)
  const sealed = first.sealer.seal('a bank account', 'row')
  for (const name of ['JWT_SECRET', 'DETAILS_KEY', 'VAPID_PRIVATE_KEY'] as const) {
    const refused = await open({ ...keys, [name]: makeKeys()[name] }).catch(String)
    expect(refused).toContain(`another ${name}.`)
  }
  const second = await open(keys)
  expect(second.sealer.open(sealed, 'row')).toBe('a bank account')
  await second.close()
  await first.close()
})

test('a key that is changed needs the former one beside it, until staff forget that', async () => {
  const lines: string[] = []
  const keys = makeKeys()
  const other = await cloneDatabase()
  const start = (given: Keys) => {
    const env = { NODE_ENV: 'production', DATA_DIR: makeFolder(), DATABASE_URL: other.url, JOBS: 'off' }
    return createApp(readConfig({ ...env, ...given }), { log: pino({ level: 'silent' }) })
  }
  await (await start(keys)).close()
  const next = makeKeys().DETAILS_KEY
  const both = await start({ ...keys, DETAILS_KEY: `${next},${keys.DETAILS_KEY}` })
  await expect(start(keys)).rejects.toThrow('DETAILS_KEY')
  await expect(start({ ...keys, DETAILS_KEY: next })).rejects.toThrow('DETAILS_KEY')
  const print = (line: string) => void lines.push(line)
  await admin['keys']?.run({ app: both, args: [], print })
  expect(lines).toHaveLength(5)
  await admin['keys']?.run({ app: both, args: ['forget', 'details'], print })
  const entries = await both.orm.em.fork().find(AuditEntry, {})
  const keyId: unknown = expect.stringMatching(/^[\w-]{22}$/)
  expect(entries).toMatchObject([{ action: 'keys.forget', subjectId: 'details', before: { keyIds: [keyId, keyId] } }])
  await both.close()
  await (await start({ ...keys, DETAILS_KEY: next })).close()
  await expect(start(keys)).rejects.toThrow('DETAILS_KEY')
  await other.drop()
})

test('once staff forget the keys of sessions, a server starts with the new JWT_SECRET alone', async () => {
  const keys = makeKeys()
  const other = await cloneDatabase()
  const start = (given: Keys, role: 'server' | 'admin' = 'server') => {
    const env = { NODE_ENV: 'production', DATA_DIR: makeFolder(), DATABASE_URL: other.url, JOBS: 'off' }
    return createApp(readConfig({ ...env, ...given }), { log: pino({ level: 'silent' }), role })
  }
  await (await start(keys)).close()
  const stolen = { ...keys, JWT_SECRET: makeKeys().JWT_SECRET }
  await expect(start(stolen)).rejects.toThrow('JWT_SECRET')
  const staff = await start(stolen, 'admin')
  await admin['keys']?.run({ app: staff, args: ['forget', 'session'], print: () => {} })
  await staff.close()
  await (await start(stolen)).close()
  await other.drop()
})
