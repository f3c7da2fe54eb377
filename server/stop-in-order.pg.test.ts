import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from './infra/database/embedded/free-port.ts'
import { cloneDatabase } from './testing/postgres.ts'
import { isServiceThere } from './testing/required-services.ts'
import { spawnServer } from './testing/server-process.ts'
import type { ServerProcess } from './testing/server-process.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const hasHaproxy = isServiceThere('haproxy', spawnSync('haproxy', ['-v']).status === 0)
const hasCaddy = isServiceThere('caddy', spawnSync('caddy', ['version']).status === 0)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
let internalPort: number
const ends: (() => unknown)[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'vesper-stop-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}, program: 'main' | 'worker' = 'main'): Promise<ServerProcess> {
  internalPort = await freePort()
  const common = { DATABASE_URL: database.url, DATA_DIR: folder, INTERNAL_PORT: String(internalPort), JOBS: 'off' }
  const server = spawnServer({ ...common, ...env }, program)
  ends.push(() => server.end('SIGKILL'))
  await server.ready
  return server
}

/** The answer of a server at a port to the bytes of a request, until it hangs up. */
function said(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return text(socket)
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const child = spawn(command, args, { stdio: 'ignore', env })
  ends.push(() => child.kill('SIGKILL'))
}

test('the inner port answers the checks of proxies in HTTP/1.0, which the public port refuses', async () => {
  const server = await start()
  expect(await said(internalPort, 'OPTIONS / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*\{"status":"ready"\}$/)
  expect(await said(internalPort, 'GET /ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await said(internalPort, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/\{"status":"ok"\}$/)
  const port = Number(new URL(await server.ready).port)
  expect(await said(port, 'GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 505 /)
})

test('a worker answers checks too', async () => {
  await start({}, 'worker')
  expect(await said(internalPort, 'GET /ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a server that is told to stop says so, serves on, then closes sockets after its listener', async () => {
  const server = await start({ STOP_DELAY_MS: '1500' })
  const url = await server.ready
  const socket = io(url, { transports: ['websocket'], reconnection: false })
  ends.push(() => socket.close())
  await expect.poll(() => socket.connected).toBe(true)
  let closedAfterListener: boolean | null = null
  socket.on('disconnect', () => {
    fetch(`${url}/health`).then(
      () => (closedAfterListener = false),
      () => (closedAfterListener = true),
    )
  })
  const began = performance.now()
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, { interval: 20 }).toBe(503)
  expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'draining' })
  expect((await fetch(`${url}/ready?only=draining`)).status).toBe(503)
  expect(await said(internalPort, 'GET /ready HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 503 [^]*draining/)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  expect(socket.connected).toBe(true)
  expect(await server.exited).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(1_400)
  await expect.poll(() => closedAfterListener).toBe(true)
})

test('a hang-up of nobody’s terminal does not stop a server', async () => {
  const server = await start()
  server.child.kill('SIGHUP')
  await delay(300)
  expect((await fetch(`${await server.ready}/ready`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

test.runIf(hasHaproxy)('HAProxy finds the server by its default check, and takes it out while it drains', async () => {
  const server = await start({ STOP_DELAY_MS: '4000' })
  const [app, port] = [new URL(await server.ready).port, await freePort()]
  const lines = [
    'defaults\n mode http\n timeout connect 2s\n timeout client 10s\n timeout server 10s',
    `frontend site\n bind 127.0.0.1:${port}\n default_backend vesper`,
    'backend vesper\n option httpchk\n option forwardfor\n default-server inter 200ms fall 1 rise 1',
    ` server app 127.0.0.1:${app} check port ${internalPort}`,
  ]
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, `${lines.join('\n')}\n`)
  run('haproxy', ['-f', path, '-db'])
  const status = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 10_000 }).toBe(200)
  await delay(600)
  expect(await status()).toBe(200)
  server.child.kill('SIGTERM')
  await expect.poll(status, { timeout: 3_500, interval: 50 }).toBe(503)
  expect((await fetch(`http://127.0.0.1:${app}/health`)).status).toBe(200)
})

test.runIf(hasCaddy)(
  'behind the Caddy of deploy/Caddyfile the caller’s address counts, not the one it claims',
  async () => {
    const server = await start({ TRUST_PROXY: '1', LOG_LEVEL: 'info' })
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const own = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
    const caddyfile = join(import.meta.dirname, '../deploy/Caddyfile')
    const path = join(folder, 'Caddyfile')
    // Its port of administration would be taken by any other Caddy of this machine.
    writeFileSync(path, `{\n\tadmin off\n}\nimport ${caddyfile}\n`)
    const address = `127.0.0.1:${new URL(await server.ready).port}`
    run('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
      ...{ ...process.env, ...own },
      ...{ PUBLIC_URL: site, APP_ADDRESS: address },
    })
    const call = () =>
      fetch(`${site}/api/no-such-call`, { headers: { 'x-forwarded-for': '203.0.113.9' } }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(call, { timeout: 15_000 }).toBe(404)
    expect(server.stderr()).toContain('/api/no-such-call')
    expect(server.stderr()).not.toContain('203.0.113.9')
    const socket = io(site, { transports: ['websocket'] })
    ends.push(() => socket.close())
    await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(true)
  },
)
