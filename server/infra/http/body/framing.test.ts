import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawConnection } from '../../../testing/raw-http.ts'
import { serveRoutes } from '../../../testing/route-server.ts'
import type { RouteServer } from '../../../testing/route-server.ts'
import { route } from '../route.ts'

let server: RouteServer
let handled: string[]

beforeAll(async () => {
  const declared = { who: 'any', tag: 'Test', summary: 'For a test', answer: Done } as const
  const handle = (name: string) => () => {
    handled.push(name)
    return Promise.resolve({ success: true as const })
  }
  server = await serveRoutes([
    route({ ...declared, method: 'POST', path: '/notes', handle: handle('note') }),
    route({ ...declared, method: 'GET', path: '/hidden', handle: handle('hidden') }),
  ])
})
afterAll(() => server.stop())

const hidden = 'GET /api/hidden HTTP/1.1\r\nhost: x\r\n\r\n'

test.each([
  ['two lengths', 'content-length: 5\r\ncontent-length: 45', 'hello'],
  ['two lengths alike', 'content-length: 5\r\ncontent-length: 5', 'hello'],
  ['a list of lengths', 'content-length: 5, 45', 'hello'],
  ['no digits for a length', 'content-length: +5', 'hello'],
  ['an empty length and another', 'content-length:\r\ncontent-length: 5', 'hello'],
  ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\n'],
  ['an empty length and chunks', 'content-length:\r\ntransfer-encoding: chunked', '0\r\n\r\n'],
  ['two transfer codings', 'transfer-encoding: chunked\r\ntransfer-encoding: identity', '0\r\n\r\n'],
  ['a list of transfer codings', 'transfer-encoding: gzip, chunked', '0\r\n\r\n'],
  ['an unknown transfer coding', 'transfer-encoding: identity', '0\r\n\r\n'],
  ['a transfer coding in capitals', 'transfer-encoding: Chunked', '0\r\n\r\n'],
])('%s get 400, and the connection is closed before what follows is read', async (_what, headers, body) => {
  handled = []
  const raw = new RawConnection(server.url)
  raw.write(`POST /api/notes HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}${hidden}`)
  expect((await raw.answer()).status).toBe(400)
  await expect.poll(() => raw.closed).toBe(true)
  expect(handled).toEqual([])
})

test.each(['content-length: 5', 'transfer-encoding: chunked'])(
  'one %s is read, and so is the next request',
  async (header) => {
    handled = []
    const raw = new RawConnection(server.url)
    const body = header.endsWith('5') ? 'hello' : '5\r\nhello\r\n0\r\n\r\n'
    raw.write(`POST /api/notes HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n${body}`)
    expect((await raw.answer()).status).toBe(200)
    raw.write(hidden)
    expect((await raw.answer()).status).toBe(200)
    expect(handled).toEqual(['note', 'hidden'])
    raw.cut()
  },
)

test('an address that keeps sending unclear lengths is cut off', async () => {
  const outcomes: unknown[] = []
  for (let time = 0; time < 80; time += 1) {
    const raw = new RawConnection(server.url)
    raw.write('POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n')
    outcomes.push(
      await raw.answer().then(
        ({ status }) => status,
        () => 'cut off',
      ),
    )
  }
  expect(outcomes.at(-1)).toBe('cut off')
  expect(new Set(outcomes)).toEqual(new Set([400, 'cut off']))
})
