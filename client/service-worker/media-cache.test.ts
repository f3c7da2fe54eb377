// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isMedia } from './media-cache.ts'

const asked = (
  path: string,
  init: { headers?: Record<string, string>; method?: string; destination?: string } = {},
) => {
  const url = new URL(path, location.href)
  const request = {
    url: url.href,
    method: init.method ?? 'GET',
    headers: new Headers(init.headers),
    destination: init.destination ?? 'image',
  }
  return isMedia({ request: request as unknown as Request, url })
}

test('whole pictures of this origin are answered from the cache', () => {
  expect(asked('/media/1/thumbnail?v=u&e=1&s=x')).toBe(true)
  expect(asked('/assets/a.png')).toBe(false)
  expect(asked('https://elsewhere.test/media/1/full')).toBe(false)
})

test('a part of a file, and anything played, goes past the worker', () => {
  expect(asked('/media/1/full', { headers: { range: 'bytes=100-' } })).toBe(false)
  expect(asked('/media/1/full', { destination: 'video' })).toBe(false)
})
