import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readConfig, VARIABLES } from './config.ts'
import { StartupError } from './startup-error.ts'

test('nothing set is a whole configuration: port 3000 of this machine, demo data, no outside service', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'development',
    host: '127.0.0.1',
    port: 3000,
    keepFreeBytes: 1024 ** 3,
    documentDays: 90,
    databaseUrl: null,
    publicUrl: 'http://localhost:3000',
    seed: 'demo',
    jwtSecrets: null,
    detailsKeys: null,
    smtpUrl: null,
    trustProxy: 0,
    rateLimits: 'on',
    jobs: 'on',
  })
})

test('a login of another site is set up by its id and its secret together', () => {
  expect(readConfig({})).toMatchObject({ google: null, twitter: null })
  const [google, twitter] = [
    { GOOGLE_CLIENT_ID: 'an-id', GOOGLE_CLIENT_SECRET: 'a-secret' },
    { TWITTER_CONSUMER_KEY: 'a-key', TWITTER_CONSUMER_SECRET: 'a-secret' },
  ]
  expect(readConfig({ ...google, ...twitter, TWITTER_API_URL: 'http://127.0.0.1:9/' })).toMatchObject({
    google: { clientId: 'an-id', clientSecret: 'a-secret', issuer: 'https://accounts.google.com' },
    twitter: { consumerKey: 'a-key', consumerSecret: 'a-secret', apiUrl: 'http://127.0.0.1:9' },
  })
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'an-id' })).toThrow(/GOOGLE_CLIENT_SECRET/)
  expect(() => readConfig({ TWITTER_CONSUMER_SECRET: 'a-secret' })).toThrow(/TWITTER_CONSUMER_SECRET/)
})

test('a network of copies has an address without a path, and a key', () => {
  const [url, key] = [{ MEDIA_CDN_URL: 'https://media.vesper.example/' }, { MEDIA_CDN_KEY: 'k'.repeat(32) }]
  expect(readConfig({}).cdn).toBeNull()
  expect(readConfig({ ...url, ...key }).cdn).toEqual({ url: 'https://media.vesper.example', key: 'k'.repeat(32) })
  for (const part of [url, key])
    expect(() => readConfig(part)).toThrow('MEDIA_CDN_URL and MEDIA_CDN_KEY need each other')
  expect(() => readConfig({ ...url, MEDIA_CDN_KEY: 'short' })).toThrow('MEDIA_CDN_KEY must have at least 32 characters')
  expect(() => readConfig({ ...key, MEDIA_CDN_URL: 'https://cdn.example/vesper' })).toThrow('without a path')
})

test('production has no demo data unless it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' }).seed).toBe('none')
  expect(readConfig({ NODE_ENV: 'production', SEED: 'demo' }).seed).toBe('demo')
  expect(readConfig({ SEED: 'small' }).seed).toBe('small')
})

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '192.168.1.20' },
  { HOST: '::' },
  { PUBLIC_URL: 'https://vesper.example' },
  { PUBLIC_URL: 'http://127.0.0.1.example' },
])('a server that other machines reach has no demo accounts, no mailbox and no test payments: %j', (exposed) => {
  const payments = { provider: 'none' }
  expect(readConfig(exposed)).toMatchObject({ seed: 'none', mailbox: 'off', payments, isExposed: true })
  expect(readConfig({ ...exposed, PAYMENTS: 'sandbox' })).toMatchObject({ payments: { provider: 'sandbox' } })
  expect(readConfig({ ...exposed, SEED: 'demo' })).toMatchObject({ seed: 'demo', isExposed: true })
})

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'http://vesper.example' }])(
  'MAILBOX=on shows the mailbox to other machines: %j',
  (exposed) => {
    expect(readConfig({ ...exposed, MAILBOX: 'on' })).toMatchObject({ mailbox: 'on', isExposed: true })
  },
)

test.each([
  { NODE_ENV: 'production' },
  { NODE_ENV: 'production', HOST: '0.0.0.0', SMTP_URL: 'off' },
  { PUBLIC_URL: 'https://vesper.example' },
  { PUBLIC_URL: 'https://localhost:3000' },
])('neither production nor a site by https has a mailbox, even with MAILBOX=on: %j', (real) => {
  expect(readConfig(real).mailbox).toBe('off')
  expect(readConfig({ ...real, MAILBOX: 'on' }).mailbox).toBe('off')
})

test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2' }, { PUBLIC_URL: 'http://[::1]:3000' }])(
  'a server of this machine alone has both: %j',
  (own) => {
    expect(readConfig(own)).toMatchObject({ seed: 'demo', mailbox: 'on', isExposed: false })
    expect(readConfig({ ...own, MAILBOX: 'off' }).mailbox).toBe('off')
  },
)

test('every bad variable is named, all at once', () => {
  const bad = {
    PORT: '70000',
    SEED: 'some',
    JWT_SECRET: 'short',
    DATABASE_URL: 'mysql://x',
    PUBLIC_URL: 'vesper',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: '-1',
    KEEP_FREE_MB: '1.5',
    SMTP_URL: 'http://mail',
    JOBS: 'some',
    MAILBOX: 'some',
    NODE_ENV: 'staging',
  }
  expect(() => readConfig(bad)).toThrow(StartupError)
  const message = messageOf(() => readConfig(bad))
  for (const name of Object.keys(bad)) expect(message).toContain(`  ${name} must`)
})

test('a bad variable never shows its value, which may be a secret', () => {
  expect(messageOf(() => readConfig({ JWT_SECRET: 'hunter2', DATABASE_URL: 'hunter3' }))).not.toMatch(/hunter/)
})

test('an empty variable is an unset one', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test('rate limits cannot be off in production', () => {
  expect(messageOf(() => readConfig({ NODE_ENV: 'production', RATE_LIMITS: 'off' }))).toContain(
    '  RATE_LIMITS cannot be off in production',
  )
  expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe('off')
})

test('the public address has no trailing slash, and follows the port', () => {
  expect(readConfig({ PUBLIC_URL: 'https://vesper.example/' }).publicUrl).toBe('https://vesper.example')
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
})

function messageOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('This was expected to throw.')
}

test('production that other machines reach says how mail is sent, or that none is', () => {
  const reached = { NODE_ENV: 'production', PUBLIC_URL: 'https://vesper.example' }
  expect(messageOf(() => readConfig(reached))).toContain('SMTP_URL is needed in production')
  expect(readConfig({ ...reached, SMTP_URL: 'off' }).smtpUrl).toBeNull()
  expect(readConfig({ ...reached, SMTP_URL: 'smtp://mail:1025' }).smtpUrl).toBe('smtp://mail:1025')
  expect(messageOf(() => readConfig({ SMTP_URL: 'mail:1025' }))).toContain('SMTP_URL must be an address such as smtps:')
  expect(readConfig({ NODE_ENV: 'production' }).smtpUrl).toBeNull()
  expect(readConfig({ PUBLIC_URL: 'https://vesper.example' }).smtpUrl).toBeNull()
})

test('.env.example names every variable, and none that is not read', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '')
  const files = read('docker-compose.yml') + read('deploy/compose.node.yml')
  const compose = [...files.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name ?? '')
  const ofContainers = new Set(compose.filter((name) => !VARIABLES.includes(name)))
  expect([...new Set(named)].toSorted()).toEqual([...VARIABLES, ...ofContainers].toSorted())
})

test('a variable comes from the file that NAME_FILE names, without the line end', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-config-')), 'secret')
  const secret = 'a secret of at least thirty-two characters'
  writeFileSync(path, `${secret}\n`)
  expect(readConfig({ JWT_SECRET_FILE: path }).jwtSecrets).toEqual([secret])
  expect(readConfig({ JWT_SECRET_FILE: path, JWT_SECRET: '' }).jwtSecrets).toEqual([secret])
  expect(readConfig({ JWT_SECRET_FILE: '' }).jwtSecrets).toBeNull()
  const both = { JWT_SECRET_FILE: path, JWT_SECRET: 'another secret of at least thirty-two characters' }
  expect(messageOf(() => readConfig(both))).toContain('  JWT_SECRET_FILE cannot be set beside JWT_SECRET')
  writeFileSync(path, '\n')
  for (const [name, file] of Object.entries({ JWT_SECRET_FILE: path, SMTP_URL_FILE: '/no/such/file' }))
    expect(messageOf(() => readConfig({ [name]: file }))).toContain(`  ${name} must name a file that can be read`)
})

test.each(['a/b', 'a#b', 'a?b', 'a@b:c', 'a%41b', 'ä ö', "it's", 'a+b&c=d'])(
  'the password of the database needs no escapes: %s',
  (password) => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://vesper:old@db.example:5433/v',
      DATABASE_PASSWORD: password,
    })
    expect(new pg.Client(config.databaseUrl ?? '')).toMatchObject({
      ...{ user: 'vesper', password, host: 'db.example', port: 5433, database: 'v' },
    })
  },
)

test('a certificate has the database show that it is the one of the address', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-config-')), 'ca.pem')
  writeFileSync(path, 'a certificate')
  const url = readConfig({ DATABASE_URL: 'postgresql://vesper@db.example/v', DATABASE_CA_FILE: path }).databaseUrl
  expect(new pg.Client(url ?? '')).toMatchObject({ ssl: { ca: 'a certificate' } })
  expect(url).toContain('sslmode=verify-full')
  expect(messageOf(() => readConfig({ DATABASE_CA_FILE: '/no/such/file' }))).toContain(
    'DATABASE_CA_FILE must name a file',
  )
})

test('keys are lists: the first writes, each has the form, and none is there twice', () => {
  const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(64))
  expect(readConfig({ DETAILS_KEY: `${one},${two},${three}` }).detailsKeys?.map((key) => key[0])).toEqual([17, 34, 51])
  expect(readConfig({ JWT_SECRET: `${one},${two}` }).jwtSecrets).toEqual([one, two])
  for (const bad of [`${one},short`, `${one},`, `${one},${one}`])
    for (const name of ['JWT_SECRET', 'DETAILS_KEY'])
      expect(
        messageOf(() => readConfig({ [name]: bad })),
        bad,
      ).toContain(`  ${name} must`)
})

test('live streams are reached by the ports and the address that are set, in tests by any free port', () => {
  expect(readConfig({}).rtc).toEqual({
    ...{ publicAddress: null, ports: [40_000, 40_199] },
    ...{ livekit: null, turn: null },
  })
  expect(readConfig({ NODE_ENV: 'test' }).rtc.ports).toBeNull()
  const set = { RTC_PUBLIC_ADDRESS: '203.0.113.7', RTC_PORTS: '50000-50001', TURN_URLS: 'turn:a:3478,turns:b:443' }
  expect(readConfig(set).rtc).toEqual({
    ...{ publicAddress: '203.0.113.7', ports: [50_000, 50_001], livekit: null },
    turn: { urls: ['turn:a:3478', 'turns:b:443'], username: null, credential: null },
  })
  const secret = { TURN_USERNAME: 'vesper', TURN_CREDENTIAL: 'secret' }
  expect(readConfig({ ...set, ...secret }).rtc.turn).toMatchObject({ username: 'vesper', credential: 'secret' })
})

test.each([
  { RTC_PORTS: '40000' },
  { RTC_PORTS: '40001-40000' },
  { RTC_PORTS: '40000-40000' },
  { RTC_PORTS: '1023-1024' },
  { RTC_PORTS: '65000-65536' },
  { RTC_PUBLIC_ADDRESS: 'vesper.example' },
  { RTC_PUBLIC_ADDRESS: '2001:db8::1' },
  { TURN_URLS: 'https://turn.example' },
  { TURN_USERNAME: 'vesper' },
  { TURN_CREDENTIAL: 'secret' },
  { LIVEKIT_URL: 'wss://livekit.example' },
  { LIVEKIT_URL: 'wss://livekit.example', LIVEKIT_API_KEY: 'key' },
  { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' },
  { LIVEKIT_URL: 'wss://x.example/path?', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' },
])('live streams refuse settings that cannot work: %j', (bad) => {
  expect(messageOf(() => readConfig(bad))).toMatch(
    /(RTC_\w+|TURN_URLS|LIVEKIT_URL) must|(TURN_CREDENTIAL|LIVEKIT_URL) is needed/,
  )
})

test.each(['wss://livekit.example', 'https://livekit.example/'])('LiveKit is reached where it is set: %s', (url) => {
  const set = { LIVEKIT_URL: url, LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' }
  expect(readConfig(set).rtc.livekit).toEqual({ url: 'wss://livekit.example', apiKey: 'key', apiSecret: 'secret' })
})
