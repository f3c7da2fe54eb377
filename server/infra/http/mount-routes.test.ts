import { gzipSync } from 'node:zlib'
import { ErrorBody } from '@vesper/sync/engine/protocol/error-body.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done, queryInteger } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawConnection } from '../../testing/raw-http.ts'
import { serveRoutes } from '../../testing/route-server.ts'
import type { RouteServer } from '../../testing/route-server.ts'
import { route } from './route.ts'

const about = { tag: 'Test', summary: 'Test' }
const note = v.object({
  text: v.pipe(v.string('Write something.'), v.maxLength(2000, 'Too long.')),
  pinned: v.optional(v.string()),
})

const routes = [
  route({
    ...{ ...about, method: 'POST', path: '/notes', who: 'any' },
    body: note,
    answer: v.object({ length: v.number(), keys: v.array(v.string()) }),
    handle: ({ body }) => Promise.resolve({ length: body.text.length, keys: Object.keys(body) }),
  }),
  route({
    ...{ ...about, method: 'POST', path: '/lists', who: 'any', maxBodyBytes: 2 * 1024 * 1024 },
    body: v.object({ text: v.array(v.string()) }),
    answer: v.object({ count: v.number() }),
    handle: ({ body }) => Promise.resolve({ count: body.text.length }),
  }),
  route({
    ...{ ...about, method: 'GET', path: '/notes/{id}', who: 'any' },
    params: v.object({ id: v.pipe(v.string(), v.minLength(1)) }),
    query: v.object({ pageSize: queryInteger(25, 1, 100) }),
    answer: v.object({ id: v.string(), pageSize: v.number() }),
    handle: ({ params, query }) => Promise.resolve({ id: params.id, pageSize: query.pageSize }),
  }),
  route({
    ...{ ...about, method: 'GET', path: '/notes/latest', who: 'any' },
    answer: v.object({ text: v.string() }),
    handle: () => Promise.resolve({ text: 'ä'.repeat(3000) }),
  }),
  route({
    ...{ ...about, method: 'GET', path: '/broken', who: 'any' },
    answer: v.object({ total: v.number() }),
    handle: () => Promise.resolve({ total: 'three' } as unknown as { total: number }),
  }),
  route({
    ...{ ...about, method: 'DELETE', path: '/fault', who: 'any' },
    answer: Done,
    handle: () => Promise.reject(new Error('the disk says ?token=opaque-secret')),
  }),
  route({
    ...{ ...about, method: 'PUT', path: '/refused', who: 'any', status: 202 },
    answer: Done,
    handle: () => Promise.reject(new Refusal('conflict', 'Taken.', [{ path: 'name', message: 'Taken.' }])),
  }),
  route({
    ...{ ...about, method: 'GET', path: '/mine', who: 'user' },
    answer: Done,
    handle: () => Promise.resolve({ success: true as const }),
  }),
  route({
    ...{ ...about, method: 'PUT', path: '/notes/{id}', who: 'any' },
    params: v.object({ id: v.string() }),
    body: note,
    files: { file: { maxCount: 1, maxBytes: 10_000, required: false } },
    answer: v.object({ text: v.string(), files: v.array(v.string()) }),
    handle: ({ body, files }) => Promise.resolve({ text: body.text, files: files.map(({ field }) => field) }),
  }),
  route({
    ...{ ...about, method: 'DELETE', path: '/mine/{id}', who: 'owner' },
    params: v.object({ id: v.string() }),
    answer: Done,
    handle: () => Promise.resolve({ success: true as const }),
  }),
  route({
    ...{ ...about, method: 'GET', path: '/limited', who: 'any' },
    limits: [{ points: 2, seconds: 60, by: 'ip' }],
    answer: Done,
    handle: () => Promise.resolve({ success: true as const }),
  }),
]

let server: RouteServer
beforeAll(async () => {
  server = await serveRoutes(routes)
})
afterAll(() => server.stop())

function post(body: BodyInit, type = 'application/json'): Promise<Response> {
  return fetch(`${server.url}/api/notes`, { method: 'POST', headers: { 'content-type': type }, body })
}

test('JSON and form fields are the same to a route', async () => {
  expect(await (await post('{"text":"Grüße"}')).json()).toEqual({ length: 5, keys: ['text'] })
  const form = await post(
    new URLSearchParams({ text: 'Grüße' }).toString(),
    'application/x-www-form-urlencoded; charset=utf-8',
  )
  expect(await form.json()).toEqual({ length: 5, keys: ['text'] })
})

test('a call whose files are optional takes JSON, form fields and multipart', async () => {
  const put = async (body: BodyInit, type?: string) => {
    const headers: HeadersInit = type ? { 'content-type': type } : {}
    const answer = await fetch(`${server.url}/api/notes/1`, { method: 'PUT', headers, body })
    const answered: [number, unknown] = [answer.status, await answer.json()]
    return answered
  }
  expect(await put('{"text":"a"}', 'application/json')).toEqual([200, { text: 'a', files: [] }])
  expect(await put(new URLSearchParams({ text: 'a' }))).toEqual([200, { text: 'a', files: [] }])
  const form = new FormData()
  form.append('text', 'a')
  expect(await put(form)).toEqual([200, { text: 'a', files: [] }])
  form.append('file', new File(['x'], 'x.jpg'))
  expect(await put(form)).toEqual([200, { text: 'a', files: ['file'] }])
  expect(await put('{}', 'application/json')).toMatchObject([400, { message: 'Write something.' }])
  expect(await put(JSON.stringify({ text: 'x'.repeat(70_000) }), 'application/json')).toMatchObject([413, {}])
  expect(await put('<text/>', 'application/xml')).toMatchObject([415, { message: 'Send JSON or form fields.' }])
})

test('fields that the schema does not name never reach the handler', async () => {
  const answer = await post('{"text":"a","isAdmin":true,"__proto__":{"pinned":"x"},"constructor":1}')
  expect(await answer.json()).toEqual({ length: 1, keys: ['text'] })
})

test.each([
  { what: 'invalid JSON', body: '{"text":' },
  { what: 'no UTF-8', body: new Uint8Array([123, 34, 255, 34, 125]) },
  { what: 'an array', body: '[]' },
  { what: 'null', body: 'null' },
  { what: 'nothing', body: '' },
  { what: 'thirty thousand brackets', body: '['.repeat(30_000) + ']'.repeat(30_000) },
  { what: 'a wrong type', body: '{"text":{"$gt":""}}' },
  { what: 'XML', body: '<text/>', type: 'application/xml', status: 415 },
  { what: 'a form where none is expected', body: '--x--', type: 'multipart/form-data; boundary=x', status: 415 },
])('a body of $what gets a clear refusal in the one format', async ({ body, type, status = 400 }) => {
  const answer = await post(body, type)
  expect(answer.status).toBe(status)
  expect(v.is(v.strictObject(ErrorBody.entries), await answer.json())).toBe(true)
})

test.each([
  { fields: 32_768, path: 'notes' },
  { fields: 1_048_576, path: 'lists' },
])('a form of $fields fields is refused before they are read', async ({ fields, path }) => {
  // Processor time, whatever else the machine does.
  const begun = process.cpuUsage()
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a&'.repeat(fields),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'There are too many fields.' })
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000)
})

test('a query of more fields than any call has is refused', async () => {
  const answer = await fetch(`${server.url}/api/notes/1?${'a&'.repeat(2_000)}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'There are too many fields.' })
})

test('a field that is repeated is a list to a route', async () => {
  const form = new URLSearchParams(Array.from({ length: 1_000 }, (_, index) => ['text', String(index)]))
  const answer = await fetch(`${server.url}/api/lists`, { method: 'POST', body: form })
  expect(await answer.json()).toEqual({ count: 1_000 })
})

test('a refusal names each field, in words for the user', async () => {
  expect(await (await post('{}')).json()).toEqual({
    statusCode: 400,
    message: 'Write something.',
    error: 'Bad Request',
    details: [{ path: 'text', message: 'Write something.' }],
  })
})

test.each(['gzip', 'br', 'identity, gzip', 'x-own'])('a body in the encoding %s gets 415', async (encoding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  const body = gzipSync('{"text":"Grüße"}')
  const refused = await fetch(`${server.url}/api/notes`, { method: 'POST', headers, body })
  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({ statusCode: 415, error: 'Unsupported Media Type' })
})

test('a body that is named unencoded is read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
  const answer = await fetch(`${server.url}/api/notes`, { method: 'POST', headers, body: '{"text":"a"}' })
  expect(answer.status).toBe(200)
})

test('a body over the limit gets 413 in JSON, and the connection still works', async () => {
  const raw = new RawConnection(server.url)
  const body = JSON.stringify({ text: 'x'.repeat(70_000) })
  raw.write(
    `POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const refused = await raw.answer()
  expect(refused.status).toBe(413)
  expect(JSON.parse(refused.body)).toMatchObject({ statusCode: 413, error: 'Content Too Large' })
  raw.write('GET /api/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(JSON.parse((await raw.answer()).body)).toEqual({ id: '1', pageSize: 25 })
  raw.cut()
})

test('a chunked body is counted as it comes', async () => {
  const raw = new RawConnection(server.url)
  const head =
    'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  raw.write(`${head}f\r\n{"text":"chunks\r\n2\r\n"}\r\n0\r\n\r\n`)
  expect(JSON.parse((await raw.answer()).body)).toEqual({ length: 6, keys: ['text'] })
  raw.write(`${head}${`4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(6)}0\r\n\r\n`)
  expect((await raw.answer()).status).toBe(413)
  raw.cut()
})

test('parameters are decoded, and a bad encoding is refused', async () => {
  const answer = await fetch(`${server.url}/api/notes/a%2Fb%20%C3%A9?pageSize=7&unknown=1`)
  expect(await answer.json()).toEqual({ id: 'a/b é', pageSize: 7 })
  expect((await fetch(`${server.url}/api/notes/%E0%A4%A`)).status).toBe(400)
  expect((await fetch(`${server.url}/api/notes/1?pageSize=1000`)).status).toBe(400)
})

test('a long answer is compressed for who takes it', async () => {
  const plain = await fetch(`${server.url}/api/notes/latest`, { headers: { 'accept-encoding': 'identity' } })
  const packed = await fetch(`${server.url}/api/notes/latest`, { headers: { 'accept-encoding': 'br' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('vary')).toBe('accept-encoding')
  expect(await packed.json()).toEqual(await plain.json())
})

test('outside production an answer that breaks its schema is a fault', async () => {
  expect((await fetch(`${server.url}/api/broken`)).status).toBe(500)
  expect(server.logLines.join('')).toContain('breaks its schema: total')
})

test('a fault is told by its request id alone, and logged under it without what looks secret', async () => {
  const answer = await fetch(`${server.url}/api/fault`, {
    method: 'DELETE',
    headers: { 'x-request-id': 'proxy-4711-abc' },
  })
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('disk')
  expect(answer.headers.get('x-request-id')).toBe('proxy-4711-abc')
  const line = server.logLines.find((entry) => entry.includes('proxy-4711-abc')) ?? ''
  expect(line).toContain('the disk says')
  expect(line).not.toContain('opaque-secret')
})

test('a request id that could break a log line is replaced', async () => {
  const answer = await fetch(`${server.url}/api/notes/1`, { headers: { 'x-request-id': 'a{"b":1}' } })
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a refusal keeps its status, message and fields', async () => {
  const answer = await fetch(`${server.url}/api/refused`, { method: 'PUT' })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ message: 'Taken.', details: [{ path: 'name', message: 'Taken.' }] })
})

test.each(['GET /mine', 'DELETE /mine/1'])('without a token a call for accounts says so: %s', async (call) => {
  const [method = '', path = ''] = call.split(' ')
  const answer = await fetch(`${server.url}/api${path}`, { method })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({ message: 'Please login!' })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test('beyond its limit a call answers 429 and when to come back', async () => {
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await fetch(`${server.url}/api/limited`)).status)
  expect(statuses).toEqual([200, 200, 429])
  const refused = await fetch(`${server.url}/api/limited`)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
})

test('a token in a query never reaches the log', async () => {
  await fetch(`${server.url}/api/notes/1?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln&access_token=opaque-secret`)
  expect(server.logLines.join('')).not.toMatch(/c2ln|opaque-secret/)
})

test('a client that hangs up in the middle of its body leaves the server in order', async () => {
  const raw = new RawConnection(server.url)
  raw.write(
    'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"text":"',
  )
  await fetch(`${server.url}/api/notes/1`)
  raw.cut()
  await expect.poll(() => server.logLines.some((line) => line.includes('"status":499')), { timeout: 10_000 }).toBe(true)
  expect((await post('{"text":"a"}')).status).toBe(200)
})

test.each([
  ['headers of 40 KB', `GET /api/notes/1 HTTP/1.1\r\nhost: x\r\ncookie: a=${'x'.repeat(40_000)}\r\n\r\n`],
  ['no HTTP', 'HELO mail.example\r\n\r\n'],
  ['two lengths', 'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\n{"a":'],
  [
    'a length and chunks',
    'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('%s are refused or cut off, and others are served on', async (_what, bytes) => {
  const raw = new RawConnection(server.url)
  raw.write(bytes)
  const outcome = await raw.answer().then(
    ({ status }) => status,
    () => 'cut off',
  )
  expect(outcome === 'cut off' || (typeof outcome === 'number' && outcome >= 400 && outcome !== 500)).toBe(true)
  raw.cut()
  expect((await fetch(`${server.url}/api/notes/1`)).status).toBe(200)
})

test('headers of 12 KB are taken: cookies of other apps on this machine come along', async () => {
  const answer = await fetch(`${server.url}/api/notes/1`, { headers: { cookie: `other=${'x'.repeat(12_000)}` } })
  expect(answer.status).toBe(200)
})
