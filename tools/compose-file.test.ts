import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')

/** The lines of one service, without comments. */
async function service(name: string): Promise<string> {
  const text = (await read('docker-compose.yml')).replace(/^ *#.*\n/gm, '')
  const hardened = /^x-hardened:.*\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? ''
  const own = new RegExp(`^  ${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(text)?.[1] ?? expect.fail(`There is no ${name}.`)
  return own.includes('<<: *hardened') ? `${hardened.replace(/^ {2}/gm, '    ')}${own}` : own
}

test.each(['app', 'caddy', 'postgres', 'mail'])('the service %s has no more rights than it needs', async (name) => {
  const lines = await service(name)
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
  expect(app).toMatch(/STOP_DELAY_MS: \$\{STOP_DELAY_MS:-3000\}/)
  expect(app).toMatch(/TRUST_PROXY: \$\{TRUST_PROXY:-1\}/)
  // Past the proxy, anybody could name any address as their own.
  expect(app).not.toContain('3000:3000')
})

test('no password stands in an address or in the environment of a container', async () => {
  const text = await read('docker-compose.yml')
  expect(text).not.toMatch(/:\/\/[^\s@]+:[^\s@]+@/)
  expect(text).not.toMatch(/^ +[A-Z0-9_]*(PASSWORD|SECRET|KEY): /m)
  for (const name of ['DATABASE_PASSWORD', 'JWT_SECRET', 'DETAILS_KEY', 'VAPID_PRIVATE_KEY'])
    expect(await service('app')).toContain(`${name}_FILE: /run/secrets/`)
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
