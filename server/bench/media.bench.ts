// Bytes of files from a bucket, in ratios within one run: `npm run bench -- media`. A file through the proxy that asks the app and
// fetches it from the bucket (`MEDIA_DELIVERY=accel`), against a proxy that fetches it without asking; a file from the bucket
// through the app, against one from the disk; an upload in parts into the bucket, against one onto the disk.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '@vesper/sync/bench/statistics.ts'
import { v7 } from 'uuid'
import { call } from '../domains/people/accounts/testing/api.ts'
import { freePort } from '../infra/database/embedded/free-port.ts'
import { transact } from '../infra/database/transaction.ts'
import { File as StoredFile } from '../infra/files/entity.ts'
import { signedUrl } from '../infra/files/media/media-link.ts'
import type { S3Config } from '../infra/files/storage/s3-config.ts'
import { box, makeMp4 } from '../infra/files/testing/mp4-fixture.ts'
import { makePerson, newFile } from '../infra/sync/testing/person.ts'
import type { Person } from '../infra/sync/testing/person.ts'
import { hasCaddy, startCaddy } from '../testing/caddy.ts'
import { startBenchServer } from './bench-server.ts'
import type { BenchServer } from './bench-server.ts'

const [FILE_BYTES, ROUNDS] = [32 * 1024 * 1024, 5]
const [PART_BYTES, PARTS, UPLOADS] = [1024 * 1024, 16, 7]
/** Parts of the speed that must be left, and how many times as long an upload may take. */
const [ACCEL_MIN, STREAM_MIN, UPLOAD_MAX] = [0.6, 0.4, 2]

const folder = mkdtempSync(join(tmpdir(), 'vesper-media-'))
const content = randomBytes(FILE_BYTES)
const children: ChildProcess[] = []
const disk = await startBenchServer({ jobs: 'off' })
if (hasCaddy) await measureDeliveries()
else process.stdout.write('the proxy is not measured: no caddy in the search path\n')
await measureUploads()
await disk.stop()
for (const child of children) child.kill()
rmSync(folder, { recursive: true, force: true })

/** The bucket is a file server, which is quicker than one: the rest of the way is measured. */
async function measureDeliveries(): Promise<void> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const [host, plain] = [`127.0.0.1:${port}`, `127.0.0.1:${plainPort}`]
  const proxyFile = join(folder, 'Caddyfile')
  writeFileSync(proxyFile, `{\n admin off\n}\nhttp://${plain} {\n reverse_proxy ${host}\n}\n`)
  for (const args of [
    ['file-server', '--root', folder, '--listen', host],
    ['run', '--config', proxyFile, '--adapter', 'caddyfile'],
  ]) {
    children.push(spawn('caddy', args, { stdio: 'ignore', env: { ...process.env, HOME: folder } }))
  }
  const keys = { accessKeyId: 'nobody', secretAccessKey: 'looks' }
  const s3: S3Config = { endpoint: `http://${host}`, bucket: 'vesper', region: 'us-east-1', pathStyle: true, ...keys }
  const bucket = await startBenchServer({ jobs: 'off', s3, mediaDelivery: 'accel', trustProxy: 1 })
  const proxy = await startCaddy({ APP_ADDRESS: new URL(bucket.url).host, S3_HOST: host, S3_SCHEME: 'http' })
  const [onDisk, inBucket] = [await addFile(disk), await addFile(bucket)]
  const [alone = [], fetched = [], through = [], fromDisk = [], fromBucket = []] = await inTurn(ROUNDS, [
    () => read(`http://${host}/vesper/${inBucket.key}`),
    () => read(`http://${plain}/vesper/${inBucket.key}`),
    () => read(proxy.url + inBucket.path, { authorization: `Bearer ${inBucket.token}` }),
    () => read(disk.url + onDisk.path, { authorization: `Bearer ${onDisk.token}` }),
    // A foreign condition has the app send the bytes itself.
    () => read(bucket.url + inBucket.path, { authorization: `Bearer ${inBucket.token}`, 'if-range': '"another"' }),
  ])
  process.stdout.write(`${ratioOf(alone, through).toFixed(2)} of the speed of a file server with accel, one hop less\n`)
  check('of the speed of a proxy that does not ask with accel, at least', ratioOf(fetched, through), { min: ACCEL_MIN })
  check('of the speed of the disk from the bucket, at least', ratioOf(fromDisk, fromBucket), { min: STREAM_MIN })
  await proxy.stop()
  await bucket.stop()
}

async function measureUploads(): Promise<void> {
  // It has a thread of its own: the bucket is no work of the server.
  const source = import.meta.resolve('../testing/s3.ts')
  const program = `const s3 = await (await import('${source}')).startS3(); console.log(JSON.stringify(s3.config))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const s3 = JSON.parse(said.toString()) as S3Config
  const bucket = await startBenchServer({ jobs: 'off', s3 })
  const [byDisk, byBucket] = [await makePerson(disk, 'media_sender'), await makePerson(bucket, 'media_sender')]
  const [onDisk = [], intoBucket = []] = await inTurn(UPLOADS, [() => send(disk, byDisk), () => send(bucket, byBucket)])
  check('times as long to upload into the bucket, at most', ratioOf(intoBucket, onDisk), { max: UPLOAD_MAX })
  await bucket.stop()
}

/** A file of a new account, its bytes in the storage of its server. */
async function addFile(server: BenchServer): Promise<{ path: string; token: string; key: string }> {
  const owner = await makePerson(server, 'media_owner')
  const file = { ...newFile(owner.id), id: v7(), size: FILE_BYTES, mimeType: 'image/jpeg' }
  await transact(server.app, null, async ({ em }) => void em.create(StoredFile, file))
  const key = `files/${file.id}/original`
  const source = server.app.bucket ? join(folder, 'vesper', key) : server.app.storage.workPath()
  mkdirSync(join(source, '..'), { recursive: true })
  writeFileSync(source, content)
  if (!server.app.bucket) await server.app.storage.put(file.id, 'original', source)
  const link = { fileId: file.id, rendition: 'original', viewerId: owner.id } as const
  return { path: signedUrl(server.app.secret, link, server.app.clock()), token: owner.token, key }
}

/** Milliseconds until all bytes of an address have come. */
async function read(url: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now()
  const bytes = await new Promise<number>((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => (size += chunk.length))
      answer.on('end', () => resolve(size))
      answer.on('error', reject)
    }).on('error', reject)
  })
  if (bytes !== FILE_BYTES) throw new Error(`${url} gave ${bytes} bytes.`)
  return performance.now() - began
}

/** Milliseconds until a film is kept that is sent in parts. */
async function send(server: BenchServer, { token }: Pick<Person, 'token'>): Promise<number> {
  const film = makeMp4({ tail: [box('mdat', randomBytes(PARTS * PART_BYTES - 2_000))] })
  const fileId = v7()
  const began = performance.now()
  for (let offset = 0; offset < film.length; offset += PART_BYTES) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ fileId, offset, total: film.length })) body.append(name, String(value))
    body.append('file', new File([new Uint8Array(film.subarray(offset, offset + PART_BYTES))], 'part'))
    const answer = await call(server, 'POST /messages/private/file/part', { token, body })
    if (answer.status !== 200) throw new Error(`A part was answered with ${answer.status}: ${answer.text}`)
  }
  return performance.now() - began
}

/** Each of these in turn, then all of them again, after a first time that does not count. */
async function inTurn(rounds: number, works: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const took = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, work] of works.entries()) {
      const spent = await work()
      if (round > 0) took[n]?.push(spent)
    }
    await wait(10)
  }
  return took
}

/** The median over the rounds: each figure beside the other of its round, since other work comes and goes. */
function ratioOf(some: readonly number[], others: readonly number[]): number {
  return median(some.map((took, round) => took / (others[round] ?? Number.NaN)))
}

function check(words: string, ratio: number, { min = 0, max = Infinity }: { min?: number; max?: number }): void {
  process.stdout.write(`${ratio.toFixed(2)} ${words} ${max === Infinity ? min : max}\n`)
  if (!(ratio >= min && ratio <= max)) process.exitCode = 1
}
