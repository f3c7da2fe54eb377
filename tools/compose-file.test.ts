import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')

const NODE = 'deploy/compose.node.yml'

/** The lines of one service, without comments. */
async function service(name: string, file = 'docker-compose.yml'): Promise<string> {
  const text = (await read(file)).replace(/^ *#.*\n/gm, '')
  const hardened = /^x-hardened:.*\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? ''
  const own = new RegExp(`^  ${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(text)?.[1] ?? expect.fail(`There is no ${name}.`)
  return own.includes('<<: *hardened') ? `${hardened.replace(/^ {2}/gm, '    ')}${own}` : own
}

test.each([
  ...['app', 'caddy', 'postgres', 'mail'].map((name) => [name, 'docker-compose.yml'] as const),
  ...['app', 'worker'].map((name) => [name, NODE] as const),
])('the service %s of %s has no more rights than it needs', async (name, file) => {
  const lines = await service(name, file)
  for (const line of [
    'init: true',
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
    'restart: unless-stopped',
  ])
    expect(lines).toContain(line)
  for (const line of [/pids_limit: /, /mem_limit: /, /max-size: 10m, max-file: '5'/]) expect(lines).toMatch(line)
})

test('the app is read-only, has limits, and has time to stop', async () => {
  const app = await service('app')
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'env_file: .env', 'stop_grace_period: 40s'])
    expect(app).toContain(line)
  expect(app).toMatch(/cpus: /)
  expect(app).toMatch(/STOP_DELAY_MS: \$\{STOP_DELAY_MS:-0\}/)
  expect(app).toMatch(/TRUST_PROXY: \$\{TRUST_PROXY:-1\}/)
  // Past the proxy, anybody could name any address as their own.
  expect(app).not.toContain('3000:3000')
})

test.each(['app', 'worker'])('the %s of a further machine is read-only and has time to stop', async (name) => {
  const lines = await service(name, NODE)
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'env_file: .env', 'stop_grace_period: 40s'])
    expect(lines).toContain(line)
  expect(lines).toMatch(/cpus: /)
})

test('a further machine answers at its inner address alone, and its worker is checked where it answers', async () => {
  const app = await service('app', NODE)
  expect(app.match(/^ +- .*:3000'$/gm)).toHaveLength(1)
  expect(app).toMatch(/\$\{NODE_ADDRESS:\?[^}]+\}:3000:3000/)
  expect(app).toMatch(/STOP_DELAY_MS: \$\{STOP_DELAY_MS:-3000\}/)
  const worker = await service('worker', NODE)
  expect(worker).toContain("command: ['node', 'server/worker.ts']")
  expect(worker).toContain('127.0.0.1:3001/ready')
  expect(worker).not.toContain('ports:')
  expect(await read(NODE)).toMatch(/^ {2}INTERNAL_PORT: 3001$/m)
})

test.each(['docker-compose.yml', NODE])('no password stands in an address or in a container of %s', async (file) => {
  const text = await read(file)
  expect(text).not.toMatch(/:\/\/[^\s@]+:[^\s@]+@/)
  expect(text).not.toMatch(/^ +[A-Z0-9_]*(PASSWORD|SECRET|KEY): /m)
  for (const name of ['DATABASE_PASSWORD', 'JWT_SECRET', 'DETAILS_KEY', 'VAPID_PRIVATE_KEY'])
    expect(text).toContain(`${name}_FILE: /run/secrets/`)
})

test('the database makes a plain role, has shared memory, and is on an inner network alone', async () => {
  const postgres = await service('postgres')
  expect(postgres).toContain('shm_size: 256m')
  expect(postgres).toContain('networks: [inner]')
  expect(postgres).toContain('make-role.sh:/docker-entrypoint-initdb.d/')
  expect(postgres).not.toContain('POSTGRES_USER')
  expect(postgres).not.toContain('ports:')
  expect(await read('docker-compose.yml')).toMatch(/^ {2}inner:\n {4}internal: true$/m)
})

test('the mail catcher runs for trying alone, and Caddy in front always', async () => {
  expect(await service('mail')).toContain('profiles: [try]')
  expect(await service('app')).not.toContain('smtp://')
  const caddy = await service('caddy')
  expect(caddy).not.toContain('profiles')
  expect(caddy).toContain("'443:443'")
})

test('the image checks /ready often at the start and seldom later, and keeps no anonymous volume', async () => {
  const dockerfile = await read('Dockerfile')
  expect(dockerfile).toMatch(/HEALTHCHECK .*--start-interval=2s --interval=30s/)
  expect(dockerfile).toMatch(/\/ready/)
  expect(dockerfile).not.toMatch(/^VOLUME/m)
  expect(dockerfile.match(/^FROM .*/gm)?.at(-1)).toBe('FROM runtime AS production')
})

test.each(['redis-server', 'pgbouncer', 'caddy', 'haproxy'])('CI installs %s', async (name) => {
  expect(await read('.ci/run')).toContain(`${name}=${name}`)
})
