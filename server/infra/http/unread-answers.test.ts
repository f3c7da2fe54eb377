import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { domains } from '../../domains.ts'
import { HttpServer } from './http-server.ts'
import { createLog } from './log.ts'
import { mountDocs } from './openapi/mount-docs.ts'
import { createRequestPipeline } from './request-pipeline.ts'
import { fallback } from './static/client-fallback.ts'
import { readStaticFiles } from './static/static-files.ts'

const MEGABYTE = 1024 * 1024
const asset = randomBytes(448 * 1024)
const large = randomBytes(12 * MEGABYTE)

let folder: string
let server: HttpServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-dist-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'app-1a2B_-3c.js'), asset)
  writeFileSync(join(folder, 'large.png'), large)
  server = new HttpServer({ exclusivePort: false })
  const app = { config: readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off' }), log: createLog('silent') }
  const exchange = createRequestPipeline(app)
  await mountDocs(server, domains.routes, exchange)
  server.any('/*', exchange(await fallback(await readStaticFiles(folder), server)))
  await server.listen(0, '127.0.0.1')
})
afterAll(async () => {
  await server.drain(100)
  rmSync(folder, { recursive: true, force: true })
})

/** A connection that reads nothing until it is told to. */
function connectUnread(port = server.port): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause()
  onTestFinished(() => void socket.destroy())
  return socket
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
}

/** The growth of this process, in megabytes, at its largest while `work` runs. */
async function growthDuring(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().rss
  let largest = before
  const timer = setInterval(() => (largest = Math.max(largest, process.memoryUsage().rss)), 5)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return (Math.max(largest, process.memoryUsage().rss) - before) / MEGABYTE
}

test.each(['/api/openapi.json', '/assets/app-1a2B_-3c.js'])(
  'a connection that asks 2,000 times for %s and reads nothing costs less than 100 MB',
  async (path) => {
    const atOnce = await growthDuring(async () => {
      connectUnread().write(get(path).repeat(2_000))
      await delay(1_000)
    })
    expect(atOnce).toBeLessThan(100)
    const oneByOne = await growthDuring(async () => {
      const socket = connectUnread()
      for (let asked = 0; asked < 2_000 && !socket.destroyed; asked += 1) {
        socket.write(get(path))
        if (asked % 10 === 0) await delay(1)
      }
    })
    expect(oneByOne).toBeLessThan(100)
  },
  60_000,
)

test('a connection that asks without end for answers without a body is ended', async () => {
  let answers = 0
  const bare = new HttpServer({ exclusivePort: false })
  bare.head('/*', (_request, response) => {
    answers += 1
    response.send('body')
  })
  await bare.listen(0, '127.0.0.1')
  const socket = connect(bare.port, '127.0.0.1').resume()
  socket.on('error', () => {})
  const request = 'HEAD / HTTP/1.1\r\nhost: x\r\n\r\n'
  for (let sent = 0; sent < 40_000 && !socket.destroyed; sent += 1_000) {
    socket.write(request.repeat(1_000))
    await delay(5)
  }
  await expect.poll(() => socket.destroyed, { timeout: 20_000 }).toBe(true)
  expect(answers).toBeGreaterThanOrEqual(12_000)
  expect(answers).toBeLessThan(15_000)
  await bare.drain(100)
})

/** Reads an answer with the large body, more slowly than the server writes. */
async function readLarge(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = large.length
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (chunks.length === 0) left += chunk.indexOf('\r\n\r\n') + 4
    chunks.push(chunk)
    left -= chunk.length
    if (left <= 0) break
    await delay(1)
  }
  return Buffer.concat(chunks).subarray(-large.length)
}

test('a slow reader gets the whole of a large body, and draining waits for it', async () => {
  const draining = new HttpServer({ exclusivePort: false })
  draining.get('/large', (_request, response) => void response.send(large))
  await draining.listen(0, '127.0.0.1')
  const socket = connectUnread(draining.port)
  socket.write(get('/large'))
  await delay(100)
  const drained = draining.drain(50_000)
  expect((await readLarge(socket)).equals(large)).toBe(true)
  await drained
}, 60_000)

test('a body that its reader has left does not hold up draining', async () => {
  const draining = new HttpServer({ exclusivePort: false })
  draining.get('/large', (_request, response) => void response.send(large))
  await draining.listen(0, '127.0.0.1')
  const socket = connectUnread(draining.port)
  socket.write(get('/large'))
  await delay(100)
  socket.resetAndDestroy()
  await once(socket, 'close')
  const begun = performance.now()
  await draining.drain(40_000)
  expect(performance.now() - begun).toBeLessThan(20_000)
})
