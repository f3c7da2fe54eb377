import { uploadAnswerOf } from '@vesper/sync/engine/core/fault.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileUploader } from './sync-uploader.ts'

const KB = 1024

// As in a service worker.
beforeEach(() => void vi.stubGlobal('XMLHttpRequest', undefined))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server that keeps parts, over a line that breaks when told to. */
function stubServer({ breaksAt = [] as number[] } = {}) {
  let kept = new Uint8Array()
  const requests: { method: string; url: string; offset: number | null; bytes: number; purpose: unknown }[] = []
  const stub = async (url: string, { method = 'GET', body }: RequestInit) => {
    const form = body as FormData | undefined
    const file = form?.get('file') as File | undefined
    const offset = form?.has('offset') ? Number(form.get('offset')) : null
    requests.push({ method, url, offset, bytes: file?.size ?? 0, purpose: form?.get('purpose') ?? null })
    if (breaksAt.includes(requests.length)) throw new TypeError('cut')
    if (file && offset === kept.length) {
      kept = new Uint8Array(await new Blob([kept, file]).arrayBuffer())
    }
    const isWhole = form && kept.length === Number(form.get('total'))
    return Response.json({ received: kept.length, file: isWhole ? { _id: 'f1' } : null })
  }
  vi.stubGlobal('fetch', stub)
  return { requests, kept: () => kept, forget: () => void (kept = new Uint8Array()) }
}

function jobOf(bytes: Uint8Array<ArrayBuffer>, sent = 0, purpose?: string) {
  const upload = { purpose, fileId: 'f1', name: 'a.mp4', mimeType: 'video/mp4', size: bytes.length, sent }
  const read = async (from: number, to: number) => [bytes.buffer.slice(from, to)]
  return { upload, read } as unknown as Parameters<ReturnType<typeof fileUploader>>[0]
}

const options = (onProgress: (sent: number) => void = () => {}) => ({
  signal: new AbortController().signal,
  onProgress,
})

test('a large file goes up in parts, and on from where the line broke off', async () => {
  const bytes = new Uint8Array(1_000 * KB).map((_, n) => n % 251)
  const server = stubServer({ breaksAt: [3] })
  const upload = fileUploader(() => 'token')
  await expect(upload(jobOf(bytes), options())).rejects.toThrow('cut')
  const seen: number[] = []
  expect(
    await upload(
      jobOf(bytes, 768 * KB),
      options((sent) => seen.push(sent)),
    ),
  ).toMatchObject({ status: 200 })
  // Byte by byte, `toEqual` takes seconds.
  expect(Buffer.from(server.kept()).equals(bytes)).toBe(true)
  expect(server.requests.map(({ method, offset }) => [method, offset === null ? null : offset / KB])).toEqual([
    ...[
      ['POST', 0],
      ['POST', 256],
      ['POST', 768],
    ],
    ...[
      ['GET', null],
      ['POST', 768],
    ],
  ])
  expect(seen).toEqual([])
})

test.each([
  [undefined, '/api/messages/private/file'],
  ['message', '/api/messages/private/file'],
  ['feed-photo', '/api/performer/feeds/photo/upload'],
  ['feed-audio', '/api/performer/feeds/audio/upload'],
  ['feed-teaser', '/api/performer/feeds/teaser/upload'],
])('a small file goes at once to the call of its purpose: %s', async (purpose, url) => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (to: string) => {
    urls.push(to)
    return Response.json({ _id: 'f1' })
  })
  await fileUploader(() => 'token')(jobOf(new Uint8Array(10), 0, purpose), options())
  expect(urls).toEqual([url])
})

test.each([
  ['feed-video', 600 * KB],
  ['message', 600 * KB],
  // It has no call for a whole file alone.
  ['gallery-photo', 10],
])('a file that goes in parts tells its purpose with each: %s', async (purpose, size) => {
  const server = stubServer()
  await fileUploader(() => 'token')(jobOf(new Uint8Array(size), 0, purpose), options())
  expect(server.requests.length).toBeGreaterThan(0)
  for (const request of server.requests) expect(request).toMatchObject({ url: '/api/files/part', purpose })
})

test('parts grow while answers are quick, to 4 MB, and stay as they are while they are slow', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let waits = 100
  let sizes: number[] = []
  let received = 0
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: FormData }) => {
    vi.advanceTimersByTime(waits)
    const { size } = body.get('file') as File
    sizes.push(size / KB)
    received += size
    return Response.json({ received, file: received === Number(body.get('total')) ? { _id: 'f1' } : null })
  })
  await fileUploader(() => 'token')(jobOf(new Uint8Array(16_000 * KB)), options())
  expect(sizes).toEqual([256, 512, 1024, 2048, 4096, 4096, 3968])
  sizes = []
  received = 0
  waits = 2_000
  await fileUploader(() => 'token')(jobOf(new Uint8Array(1_024 * KB)), options())
  expect(sizes).toEqual([256, 256, 256, 256])
})

test('a server that has lost the parts gets them anew', async () => {
  const bytes = new Uint8Array(600 * KB).fill(7)
  const server = stubServer({ breaksAt: [2] })
  const upload = fileUploader(() => 'token')
  await expect(upload(jobOf(bytes), options())).rejects.toThrow('cut')
  server.forget()
  expect(await upload(jobOf(bytes, 256 * KB), options())).toMatchObject({ status: 200 })
  // Byte by byte, `toEqual` takes seconds.
  expect(Buffer.from(server.kept()).equals(bytes)).toBe(true)
})

test('a server that takes nothing more is not asked for ever', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ received: 0, file: null }))
  const upload = fileUploader(() => 'token')
  await expect(upload(jobOf(new Uint8Array(600 * KB)), options())).rejects.toThrow('no further')
})

test.each([10, 600 * KB])('a request that stays without an answer is given up: %i bytes', async (size) => {
  vi.useFakeTimers()
  const stalled = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  vi.stubGlobal('fetch', stalled)
  const upload = fileUploader(() => 'token')(jobOf(new Uint8Array(size)), options())
  const given = vi.fn<(cause: unknown) => void>()
  upload.catch(given)
  // As long as a bad line takes for as much.
  await vi.advanceTimersByTimeAsync(179_000)
  expect(given).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(given).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }))
})

test('a page of the network in place of the answer is no file that is there', async () => {
  const upload = fileUploader(() => 'token')
  for (const answer of ['<html>Please log in</html>', '{}', 'null', '[]']) {
    vi.stubGlobal('fetch', async () => new Response(answer))
    for (const size of [10, 600 * KB]) {
      await expect(upload(jobOf(new Uint8Array(size)), options())).rejects.toThrow('Something else')
    }
  }
})

test('rejects with the server’s refusal, or with a missing token, unchanged', async () => {
  const body = { statusCode: 415, message: 'Use a JPEG.', error: 'Unsupported Media Type' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 415, headers: { 'retry-after': '3' } }))
  const answer = { status: 415, body, retryAfterMs: 3_000 }
  for (const size of [10, 600 * KB]) {
    expect(await fileUploader(() => 'token')(jobOf(new Uint8Array(size)), options())).toMatchObject(answer)
  }
  expect(uploadAnswerOf(await fileUploader(() => null)(jobOf(new Uint8Array(10)), options()))).toBe('unauthenticated')
})
