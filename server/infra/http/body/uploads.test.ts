import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { RawConnection } from '../../../testing/raw-http.ts'
import { serveRoutes } from '../../../testing/route-server.ts'
import type { RouteServer } from '../../../testing/route-server.ts'
import { route } from '../route.ts'

const KILOBYTE = 1024

const upload = route({
  ...{ method: 'POST', path: '/files', who: 'any', tag: 'Test', summary: 'Takes files' },
  body: v.object({ title: v.optional(v.pipe(v.string(), v.maxLength(20, 'Too long.'))) }),
  files: {
    file: { maxCount: 2, maxBytes: 300 * KILOBYTE, required: true },
    cover: { maxCount: 1, maxBytes: KILOBYTE, required: false },
  },
  answer: v.object({
    title: v.nullable(v.string()),
    files: v.array(v.object({ field: v.string(), name: v.string(), size: v.number(), text: v.string() })),
  }),
  handle: ({ body, files }) =>
    Promise.resolve({
      title: body.title ?? null,
      files: files.map(({ field, name, size, path }) => ({
        field,
        name,
        size,
        text: readFileSync(path, 'utf8').slice(0, 10),
      })),
    }),
})

const VAST_BYTES = 1024 ** 5

const vast = route({
  ...{ method: 'POST', path: '/vast', who: 'any', tag: 'Test', summary: 'Takes more than any disk has' },
  files: { file: { maxCount: 1, maxBytes: VAST_BYTES, required: true } },
  answer: Done,
  handle: () => Promise.resolve({ success: true as const }),
})

const keep = route({
  ...{ method: 'POST', path: '/kept', who: 'any', tag: 'Test', summary: 'Moves the file away' },
  files: { file: { maxCount: 1, maxBytes: KILOBYTE, required: true } },
  answer: v.object({ path: v.string() }),
  handle: async ({ app, files: [file] }) => {
    const path = join(app.config.dataDir, 'kept')
    renameSync(file?.path ?? '', path)
    return { path }
  },
})

let server: RouteServer
beforeAll(async () => {
  server = await serveRoutes([upload, keep])
})
afterAll(() => server.stop())

function form(entries: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

function file(bytes: number, name = 'photo.jpg'): File {
  return new File(['x'.repeat(bytes)], name)
}

function send(body: BodyInit, path = '/files', { url } = server): Promise<Response> {
  return fetch(`${url}/api${path}`, { method: 'POST', body })
}

test('files arrive whole, with the fields beside them, and are gone after the handler', async () => {
  const answer = await send(
    form([
      ['file', file(200 * KILOBYTE, 'Grüße 👋.jpg')],
      ['title', 'Sunset'],
      ['file', file(5)],
    ]),
  )
  expect(await answer.json()).toEqual({
    title: 'Sunset',
    files: [
      { field: 'file', name: 'Grüße 👋.jpg', size: 200 * KILOBYTE, text: 'xxxxxxxxxx' },
      { field: 'file', name: 'photo.jpg', size: 5, text: 'xxxxx' },
    ],
  })
  await expect.poll(() => readdirSync(server.uploads)).toEqual([])
})

test('a file that the handler moved away stays', async () => {
  const { path } = (await (await send(form([['file', file(3)]]), '/kept')).json()) as { path: string }
  expect(existsSync(path)).toBe(true)
})

test('a path in a file name leads nowhere', async () => {
  const answer = await send(form([['file', file(3, '../../../../etc/passwd')]]))
  const { files } = (await answer.json()) as { files: { name: string }[] }
  expect(files[0]?.name).not.toContain('/')
})

const one: [string, File] = ['file', file(1)]
const fields = Array.from({ length: 60 }, (_, index): [string, string] => [`f${index}`, '1'])

test.each([
  { what: 'no file', parts: [['title', 'a']], status: 400, field: 'file' },
  { what: 'an unexpected file', parts: [one, ['virus', file(1)]], status: 400, field: 'virus' },
  { what: 'a file too many', parts: [one, ['cover', file(1)], ['cover', file(1)]], status: 400, field: 'cover' },
  { what: 'far too many files', parts: Array.from({ length: 9 }, () => one), status: 400 },
  { what: 'a file too large', parts: [one, ['cover', file(2 * KILOBYTE)]], status: 413 },
  { what: 'a body too large', parts: [['file', file(9000 * KILOBYTE)]], status: 413 },
  { what: 'a bad field', parts: [one, ['title', 'x'.repeat(21)]], status: 400, field: 'title' },
  { what: 'too many fields', parts: [one, ...fields], status: 400 },
] satisfies { what: string; parts: [string, string | File][]; status: number; field?: string }[])(
  '$what is refused, and nothing stays on the disk',
  async ({ parts, status, field }) => {
    const answer = await send(form(parts))
    const json = (await answer.json()) as { details?: { path: string }[] }
    expect(answer.status).toBe(status)
    if (field) expect(json.details?.[0]?.path).toBe(field)
    await expect.poll(() => readdirSync(server.uploads)).toEqual([])
  },
)

const opening = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'

test.each([
  { what: 'no boundary', type: 'multipart/form-data', body: 'x', status: 400 },
  { what: 'a body that is no form', body: 'hello', status: 400 },
  { what: 'a form without its end', body: opening, status: 400 },
  { what: 'a part without a name', body: `${opening.replace(/name="file"; /, '')}\r\n--b--`, status: 400 },
  { what: 'a part with broken headers', body: '--b\r\n\0\0:\r\n\r\nabc\r\n--b--', status: 400 },
  { what: 'an empty body', body: '', status: 400 },
  { what: 'JSON', type: 'application/json', body: '{}', status: 415 },
])('$what is refused', async ({ type = 'multipart/form-data; boundary=b', body, status }) => {
  const answer = await fetch(`${server.url}/api/files`, { method: 'POST', headers: { 'content-type': type }, body })
  expect(answer.status).toBe(status)
  await expect.poll(() => readdirSync(server.uploads)).toEqual([])
})

test('an upload that breaks off leaves nothing, and the server serves on', async () => {
  const raw = new RawConnection(server.url)
  raw.write(
    `POST /api/files HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 200000\r\n\r\n` +
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(50_000)}`,
  )
  await expect.poll(() => readdirSync(server.uploads).length).toBe(1)
  raw.cut()
  await expect.poll(() => readdirSync(server.uploads)).toEqual([])
  expect((await send(form([['file', file(3)]]))).status).toBe(200)
})

test('reserves the announced size until an upload ends or breaks off, and the maximum for a chunked one', async () => {
  const full = await serveRoutes([vast], { keepFreeBytes: -1.5 * VAST_BYTES, trustProxy: 1 })
  onTestFinished(full.stop)
  let clients = 0
  const begin = ([length, body]: readonly [string, string]) =>
    new RawConnection(full.url).write(
      `POST /api/vast HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.${(clients += 1)}\r\ncontent-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n${body}`,
    )
  const chunked = ['transfer-encoding: chunked', `${opening.length.toString(16)}\r\n${opening}\r\n`] as const
  for (const first of [[`content-length: ${VAST_BYTES}`, opening] as const, chunked]) {
    const underWay = begin(first)
    await expect.poll(() => readdirSync(full.uploads).length).toBe(1)
    expect((await begin([chunked[0], `${chunked[1]}0\r\n\r\n`]).answer()).status).toBe(503)
    expect((await send(form([['file', file(3)]]), '/vast', full)).status).toBe(200)
    underWay.cut()
    await expect.poll(() => readdirSync(full.uploads)).toEqual([])
  }
})

test('a body that is far too large gets that answer also while the disk has no room', async () => {
  const full = await serveRoutes([upload], { keepFreeBytes: Number.MAX_SAFE_INTEGER })
  onTestFinished(full.stop)
  expect((await send(form([['file', file(9000 * KILOBYTE)]]), '/files', full)).status).toBe(413)
  expect((await send(form([['file', file(1)]]), '/files', full)).status).toBe(503)
})
