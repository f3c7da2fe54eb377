import { expect, test } from 'vitest'
import { acceptedEncoding, sendJson } from './send-json.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5, BR;q=1', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', null],
  ['brotli', null],
])('Accept-Encoding %j takes %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

async function headersOf(given: Parameters<typeof sendJson>[2], accepts?: string): Promise<Map<string, string>> {
  const headers = new Map<string, string>()
  const response = {
    completed: false,
    header: (name: string, value: string) => (headers.set(name, value), response),
    status: () => response,
    send: () => response,
  }
  const request = { headers: { 'accept-encoding': accepts } }
  await sendJson(request as never, response as never, given)
  return headers
}

test.each([{}, { status: 201 }, { status: 401 }, { status: 503 }])(
  'nothing keeps an answer without cacheSeconds: %j',
  async (given) => {
    for (const value of [{}, { long: 'x'.repeat(5_000) }]) {
      const headers = await headersOf({ ...given, value }, 'br')
      expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['no-store', false])
    }
  },
)

test('caches keep an answer with cacheSeconds so long', async () => {
  const headers = await headersOf({ value: {}, cacheSeconds: 60 })
  expect([headers.get('cache-control'), headers.has('etag')]).toEqual(['public, max-age=60', true])
})
