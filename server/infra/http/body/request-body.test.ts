import { once } from 'node:events'
import type { Request, Response } from 'hyper-express'
import { expect, onTestFinished, test } from 'vitest'
import { RawConnection } from '../../../testing/raw-http.ts'
import { HttpServer } from '../http-server.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { createDiskQuota } from '../limits/disk-quota.ts'
import { readBody } from './request-body.ts'
import { receiveUpload } from './uploads.ts'

const form = { spec: { file: { maxCount: 1, maxBytes: 500, required: true } }, folder: '/nowhere' }

const readers: { what: string; read: (request: Request, response: Response) => Promise<unknown> }[] = [
  { what: 'JSON', read: (request, response) => readBody(request, response, 500) },
  { what: 'a form', read: (request, response) => receiveUpload(request, response, form) },
]

/** Serves one call, which looks at the disk until `disk` is told, and keeps all the room there is. */
async function serve(read: (request: Request, response: Response) => Promise<unknown>) {
  const server = new HttpServer({ exclusivePort: false })
  onTestFinished(() => server.drain(1_000))
  const disk = Promise.withResolvers<number>()
  const begun = Promise.withResolvers<Response>()
  const ended = Promise.withResolvers<unknown>()
  const atOnce = createConcurrencyLimit(1)
  const diskRoom = createDiskQuota({ dataDir: '/nowhere', keepFreeBytes: 0 }, () => disk.promise)
  const take = <Result>(work: () => Promise<Result>) => atOnce('a', () => diskRoom('a', 500, work))
  server.post('/', (request, response) => {
    ended.resolve(take(() => read(request, response)).catch((error: unknown) => error))
    begun.resolve(response)
  })
  await server.listen(0, '127.0.0.1')
  return { raw: new RawConnection(`http://127.0.0.1:${server.port}`), disk, begun, ended, take }
}

test.each(readers)('who hangs up before $what is read keeps neither a place nor room on the disk', async ({ read }) => {
  const { raw, disk, begun, ended, take } = await serve(read)
  const type = 'content-type: multipart/form-data; boundary=b'
  raw.write(`POST / HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 400\r\n\r\n--b\r\n`)
  const response = await begun.promise
  raw.cut()
  await once(response, 'abort')
  disk.resolve(500)
  expect(await ended.promise).toMatchObject({ name: 'ClientGone' })
  expect(await take(async () => 'room')).toBe('room')
})

test('a complete body counts, also after its client has hung up', async () => {
  const { raw, disk, begun, ended } = await serve((request, response) => readBody(request, response, 500))
  raw.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nwhole')
  const response = await begun.promise
  raw.cut()
  await once(response, 'abort')
  disk.resolve(500)
  expect(await ended.promise).toEqual(Buffer.from('whole'))
})
