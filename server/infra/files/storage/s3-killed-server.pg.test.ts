import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { spawnServer } from '../../../testing/server-process.ts'
import type { ServerProcess } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { File as FileRow } from '../entity.ts'
import { signedUrl } from '../media/media-link.ts'
import { processFileJob } from '../processing/process-file-job.ts'
import { makePerson } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { box, makeMp4 } from '../testing/mp4-fixture.ts'

// Three servers on one database and one bucket: one in this process, two in processes of their own, which get killed.

const PART = '/messages/private/file/part'
const SECRET = 'a secret that the servers of these tests share'
const CHUNK = 1024 * 1024
const CHUNKS = 40
/** The servers of other processes. Chunk 19 is the second's turn. */
const [ONE, TWO] = [1, 2]

// Processes start.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

type Server = { url: string }

let s3: S3StandIn
let here: TestServer
let processes: ServerProcess[]
let servers: Server[]
const dead = new Set<Server>()
let dataDir: string
let fan: Person

beforeAll(async () => {
  s3 = await startS3()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.config
  here = await startTestServer({ config: { jwtSecrets: [SECRET], s3: s3.config, jobs: 'on' } })
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-killed-'))
  processes = ['one', 'two'].map((name) =>
    spawnServer({
      ...{ DATABASE_URL: here.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: join(dataDir, name) },
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId },
      ...{ S3_SECRET_ACCESS_KEY: secretAccessKey, JOBS: 'off' },
    }),
  )
  servers = [here, ...(await Promise.all(processes.map(async ({ ready }) => ({ url: await ready }))))]
  fan = await makePerson(here, 'killed.fan')
})
afterAll(async () => {
  await Promise.all(processes.map((server) => server.end('SIGKILL')))
  await here.stop()
  await s3.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a server that joins the chunks of a file while another one has just done so tells that it is there', async () => {
  const film = filmOf(5)
  const fileId = v7()
  await sendAll(film.subarray(0, 4 * CHUNK), { fileId, total: film.length, to: [here, here, here, here] })
  const last = { fileId, offset: 4 * CHUNK, total: film.length, bytes: film.subarray(4 * CHUNK) }
  // One waits for a chunk until the other one has removed it.
  s3.faults.push({ when: new RegExp(`^GET .*/${fileId}/0+${2 * CHUNK}$`), delayMs: 2_000 })
  const answers = await Promise.all(processes.map(async ({ ready }) => send({ url: await ready }, last)))
  expect(s3.faults).toEqual([])
  expect(answers.map(({ status, body }) => [status, body['received']])).toEqual([
    [200, film.length],
    [200, film.length],
  ])
  await expectKept(film, fileId)
  expect([...s3.objects.keys()].filter((key) => key.startsWith('parts/'))).toEqual([])
})

test('a file of 40 chunks, each to another server, is whole though one is killed while it takes a chunk', async () => {
  const film = filmOf(CHUNKS)
  const fileId = v7()
  const killed = killAt(TWO, new RegExp(`^PUT .*/${fileId}/0+${19 * CHUNK}$`))
  const sent = await sendAll(film, { fileId })
  expect(await killed).toBeNull()
  expect(sent.length).toBe(CHUNKS)
  expect(sent.filter((times) => times > 1).length).toBe(1)
  expect(Math.max(...sent)).toBeLessThanOrEqual(2)
  await expectKept(film, fileId)
})

test('a file is whole though the server that joins its chunks is killed at that', async () => {
  const film = filmOf(5)
  const fileId = v7()
  const killed = killAt(ONE, new RegExp(`^GET .*/${fileId}/0+${2 * CHUNK}$`))
  const sent = await sendAll(film, { fileId, to: [here, here, here, here, servers[ONE] ?? here] })
  expect(await killed).toBeNull()
  expect(Math.max(...sent)).toBeLessThanOrEqual(2)
  await expectKept(film, fileId)
})

/** Kills a server that is of another process once the bucket has such a call, and has not answered it. Gives its exit code. */
async function killAt(index: number, when: RegExp): Promise<number | null> {
  s3.faults.push({ when, delayMs: 2_000 })
  await vi.waitFor(() => expect(s3.calls.some(({ target }) => when.test(target))).toBe(true), {
    ...{ timeout: 30_000, interval: 5 },
  })
  dead.add(servers[index] ?? here)
  return (await processes[index - 1]?.end('SIGKILL')) ?? null
}

type Sending = {
  fileId: string
  total?: number
  /** The server that takes a chunk at first; without them each goes to the next one. */
  to?: readonly Server[]
}

/** Sends a file as a device does: after a call that broke off it asks the next server from where to go on. Gives how often each chunk went. */
async function sendAll(film: Buffer, { fileId, total = film.length, to }: Sending): Promise<number[]> {
  const sent: number[] = []
  let turn = 0
  for (let [received, file] = [0, null as unknown]; !file && received < film.length;) {
    const chunk = Math.floor(received / CHUNK)
    const alive = servers.filter((server) => !dead.has(server))
    const inTurn = alive[(turn += 1) % alive.length] ?? here
    const server = sent[chunk] === undefined ? (to?.[chunk] ?? inTurn) : inTurn
    sent[chunk] = (sent[chunk] ?? 0) + 1
    const bytes = film.subarray(received, received + CHUNK)
    const answer = await send(server, { fileId, offset: received, total, bytes }).catch(() => null)
    if (answer) expect(answer.status).toBe(200)
    const { body } = answer ?? (await ask(fileId))
    file = body['file']
    // All of it may be there and not yet kept: any byte then brings it to its end.
    received = total === film.length ? Math.min(Number(body['received']), total - 1) : Number(body['received'])
  }
  return sent
}

function send({ url }: Server, part: { fileId: string; offset: number; total: number; bytes: Buffer }) {
  const { bytes, ...fields } = part
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  body.append('file', new File([new Uint8Array(bytes)], 'part'))
  return call({ url }, `POST ${PART}`, { token: fan.token, body })
}

function ask(fileId: string) {
  return call(here, `GET ${PART}/${fileId}` as 'GET /', { token: fan.token })
}

/** A film of so many chunks, each of which has bytes of its own. */
function filmOf(chunks: number): Buffer {
  const head = makeMp4().length + 8
  const filler = Buffer.alloc(chunks * CHUNK - head)
  for (let at = 0; at + 4 <= filler.length; at += 4) filler.writeUInt32BE((at * 2_654_435_761) >>> 0, at)
  return makeMp4({ tail: [box('mdat', filler)] })
}

async function expectKept(film: Buffer, fileId: string): Promise<void> {
  const file = await here.app.orm.em.fork().findOneOrFail(FileRow, { id: fileId })
  expect(file.hash).toBe(createHash('sha256').update(film).digest('hex'))
  await settleJob(here, processFileJob)
  const url = signedUrl(here.app.secret, { fileId, rendition: 'original', viewerId: fan.id }, here.app.clock())
  for (const server of servers.filter((one) => !dead.has(one))) {
    const answer = await fetch(server.url + url, { headers: { authorization: `Bearer ${fan.token}` } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, bytes.length]).toEqual([200, film.length])
    // The place goes from the beginning.
    expect(bytes.subarray(CHUNK).equals(film.subarray(CHUNK))).toBe(true)
  }
}
