import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPictureCache } from './picture-cache.ts'

let folder: string
let made: number
let work: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-shared-'))
  mkdirSync(join(folder, 'shared'))
  made = work = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const places = {
  sharedPath: (id: string) => join(folder, 'shared', id),
  workPath: () => join(folder, `work-${(work += 1)}`),
}

/** Makes pictures of 100 bytes. */
const making = {
  allow: () => Promise.resolve(),
  make: async (target: string) => {
    made += 1
    await setTimeout(5)
    writeFileSync(target, Buffer.alloc(100))
  },
}

test('a picture is made once, however many ask for it at once or later', async () => {
  const cache = openPictureCache(places)
  const paths = await Promise.all(Array.from({ length: 20 }, () => cache.get('one', making)))
  expect([new Set(paths).size, made]).toEqual([1, 1])
  await cache.get('one', making)
  expect(made).toBe(1)
  expect(await cache.sized(paths[0] ?? '')).toEqual({ size: 100 })
})

test('the pictures fill their room to the last byte, and the longest unused go beyond it', async () => {
  const cache = openPictureCache(places, 300)
  for (const id of ['a', 'b', 'c']) {
    await cache.get(id, making)
    await setTimeout(5)
  }
  expect(readdirSync(join(folder, 'shared')).toSorted()).toEqual(['a', 'b', 'c'])
  await cache.get('a', making)
  await setTimeout(5)
  await cache.get('d', making)
  expect(readdirSync(join(folder, 'shared')).toSorted()).toEqual(['a', 'd'])
  // Another start counts what lies there.
  await openPictureCache(places, 300).get('e', making)
  expect(readdirSync(join(folder, 'shared'))).toHaveLength(3)
  await openPictureCache(places, 300).get('f', making)
  expect(readdirSync(join(folder, 'shared'))).toHaveLength(2)
})

test('a refused or failed making leaves nothing, and is tried again', async () => {
  const cache = openPictureCache(places)
  const refused = { ...making, allow: () => Promise.reject(new Error('too many')) }
  await expect(cache.get('one', refused)).rejects.toThrow('too many')
  const failing = { ...making, make: () => Promise.reject(new Error('damaged')) }
  await expect(cache.get('one', failing)).rejects.toThrow('damaged')
  expect(readdirSync(folder)).toEqual(['shared'])
  await cache.get('one', refused).catch(() => {})
  await cache.get('one', making)
  // It is there: nobody is asked.
  await cache.get('one', refused)
  expect(made).toBe(1)
})
