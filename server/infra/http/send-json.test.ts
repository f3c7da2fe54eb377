import { expect, test } from 'vitest'
import { acceptedEncoding } from './send-json.ts'

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
