import { expect, test } from 'vitest'
import { trimPictures } from './media-cache.ts'

test('the oldest pictures make room, by number or by bytes', async () => {
  const all = ['old', 'middle', 'new']
  expect(await left(all, { entries: 2, bytes: Infinity })).toEqual(['middle', 'new'])
  expect(await left(all, { entries: 9, bytes: 250 })).toEqual(['middle', 'new'])
  expect(await left(all, { entries: 0, bytes: Infinity })).toEqual([])
})

/** The pictures left in a cache, of 100 bytes each. */
async function left(keys: string[], most: { entries: number; bytes: number }): Promise<string[]> {
  const kept = new Set(keys)
  const cache = {
    keys: async () => [...kept],
    match: async () => new Response('', { headers: { 'content-length': '100' } }),
    delete: async (key: string) => kept.delete(key),
  }
  await trimPictures(cache as unknown as Cache, most)
  return [...kept]
}
