import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { RawConnection } from './testing/raw-http.ts'
import { spawnServer } from './testing/server-process.ts'
import type { ServerProcess } from './testing/server-process.ts'

// Each starts whole processes, some of them several times.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A data directory as a run that ended well leaves it: to make a database takes longer than to start on one. */
let used: string
let dataDir: string
let running: ServerProcess[]

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'vesper-main-used-'))
  const server = spawnServer({ DATA_DIR: used })
  await server.ready
  await server.end('SIGTERM')
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-main-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGTERM')))
  killPostmaster()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ServerProcess {
  const server = spawnServer({ DATA_DIR: dataDir, ...env })
  running.push(server)
  return server
}

async function startAgain(): Promise<ServerProcess> {
  await cp(used, dataDir, { recursive: true })
  return start()
}

const password = 'a long password'

async function register(url: string, username: string): Promise<void> {
  const body = { email: `${username}@example.test`, username, name: username, password }
  expect((await post(`${url}/api/auth/users/register`, body)).status).toBeLessThan(300)
}

async function login(url: string, username: string): Promise<string> {
  const answer = await post(`${url}/api/auth/login`, { username, password })
  return ((await answer.json()) as { token: string }).token
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

function postmasterPid(): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

function killPostmaster(): void {
  const pid = postmasterPid()
  try {
    if (pid !== null && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('says one line on standard output when it can be used, and ends cleanly when told to', async () => {
  const server = start()
  const url = await server.ready
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  const idle = new RawConnection(url).write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
  await idle.answer()
  const postmaster = postmasterPid() ?? 0
  expect(isAlive(postmaster)).toBe(true)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.stdout()).toBe(`Vesper is ready at ${url}\n`)
  expect(isAlive(postmaster)).toBe(false)
})

test(
  'a kill of the server, of its database or of both loses nothing and ends nobody’s session',
  // Five starts, each of several seconds where other tests run beside it.
  { timeout: 120_000 },
  async () => {
    const first = await startAgain()
    await register(await first.ready, 'iris')
    const token = await login(await first.ready, 'iris')
    await first.end('SIGKILL')
    const victims: ('server' | 'both')[] = ['server', 'both', 'server']
    for (const victim of victims) {
      const server = start()
      const url = await server.ready
      const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
      expect(await me.json()).toMatchObject({ username: 'iris' })
      if (victim === 'both') killPostmaster()
      await server.end('SIGKILL')
    }
    const last = start()
    await register(await last.ready, 'otto')
    expect(await login(await last.ready, 'otto')).toMatch(/^ey/)
  },
)

test('a database that dies under the running server is started again', async () => {
  const server = await startAgain()
  const url = await server.ready
  await register(url, 'iris')
  killPostmaster()
  await expect.poll(() => server.stderr(), { timeout: 10_000 }).toContain('PostgreSQL ended and is started again')
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, { timeout: 20_000, interval: 100 }).toBe(200)
  expect(await login(url, 'iris')).toMatch(/^ey/)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('a request that has begun is finished before the process ends', { timeout: 120_000 }, async () => {
  const server = await startAgain()
  const url = await server.ready
  const body = JSON.stringify({ username: 'nobody', password })
  const begun = new RawConnection(url).write(
    `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  )
  await fetch(`${url}/health`)
  server.child.kill('SIGTERM')
  await expect.poll(() => server.stderr(), { timeout: 10_000 }).toContain('"stopping"')
  begun.write(body.slice(9))
  expect(JSON.parse((await begun.answer()).body)).toMatchObject({ message: 'Incorrect credentials!' })
  expect(await server.exited).toBe(0)
})

test('a kill at any moment of the first start leaves a data directory that starts', async () => {
  for (const moment of [300, 500, 700, 900, 1100]) {
    const server = start()
    await Promise.race([delay(moment), server.ready])
    await server.end('SIGKILL')
  }
  expect((await fetch(`${await start().ready}/ready`)).status).toBe(200)
})

test('a pid file that names some other program does not keep the database from starting', async () => {
  const first = await startAgain()
  await first.ready
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  await first.end('SIGTERM')
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'))
  expect((await fetch(`${await start().ready}/ready`)).status).toBe(200)
})

test('a second server on the same data directory is refused and disturbs nothing', async () => {
  const first = await startAgain()
  const url = await first.ready
  const second = start()
  expect(await second.exited).toBe(1)
  expect(second.stderr()).toContain(`Another Vesper is running on the data directory ${dataDir}`)
  expect(second.stdout()).toBe('')
  expect((await fetch(`${url}/ready`)).status).toBe(200)
})

test('a busy port is named, and nothing stays running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = start({ PORT: String(port) })
  expect(await server.exited).toBe(1)
  expect(server.stderr()).toContain(`Port ${port} on 127.0.0.1 is taken by another program`)
  expect(postmasterPid()).toBeNull()
  other.close()
})

test('a bad configuration is told before anything starts', async () => {
  const server = start({ PORT: 'http', JWT_SECRET: 'short' })
  expect(await server.exited).toBe(1)
  expect(server.stderr()).toMatch(/PORT must[^]*JWT_SECRET must/)
  expect(postmasterPid()).toBeNull()
})

test('a database that cannot be reached is told in a line, without its password', async () => {
  const server = start({ DATABASE_URL: 'postgresql://vesper:hunter2@127.0.0.1:1/vesper' })
  expect(await server.exited).toBe(1)
  expect(server.stderr()).toContain('The database cannot be used:')
  expect(server.stderr()).not.toMatch(/hunter2|\n\s+at /)
})

test('secrets of the data directory are their owner’s alone, and never in the log', async () => {
  const server = start({ LOG_LEVEL: 'trace' })
  await server.ready
  await server.end('SIGTERM')
  for (const name of ['secret', 'postgres-password']) {
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    expect(server.stderr()).not.toContain(readFileSync(join(dataDir, name), 'utf8'))
  }
})
