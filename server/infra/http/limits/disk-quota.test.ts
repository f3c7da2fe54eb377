import { expect, test } from 'vitest'
import { createDiskQuota } from './disk-quota.ts'

const place = { dataDir: '/nowhere', keepFreeBytes: 1000 }
const free = (bytes: number) => () => Promise.resolve(bytes)
const MEGABYTE = 1024 * 1024
const done = async () => 'done'

test('uploads keep the reserve free, bytes still to come included', async () => {
  expect(await createDiskQuota(place, free(1500))('a', 500, done)).toBe('done')
  for (const bytes of [1499, 1000, 999, 0]) {
    await expect(createDiskQuota(place, free(bytes))('a', 500, done)).rejects.toMatchObject({ kind: 'unavailable' })
  }
})

test('begins as many of many uploads as have room together; each gives its room back when it ends or fails', async () => {
  const diskRoom = createDiskQuota(place, free(2000))
  const held = Promise.withResolvers<string>()
  const failing = Promise.withResolvers<string>()
  const [first, second, ...rest] = [
    ...[held, failing].map(({ promise }) => diskRoom('a', 500, () => promise)),
    ...Array.from({ length: 22 }, () => diskRoom('a', 500, done)),
  ]
  for (const upload of rest) await expect(upload).rejects.toMatchObject({ kind: 'unavailable' })
  failing.reject(new Error('The client hung up.'))
  await expect(second).rejects.toThrow('hung up')
  expect(await diskRoom('a', 500, done)).toBe('done')
  await expect(diskRoom('a', 501, done)).rejects.toMatchObject({ kind: 'unavailable' })
  held.resolve('whole')
  expect(await first).toBe('whole')
  expect(await diskRoom('a', 1000, done)).toBe('done')
})

test('one account has room for 400 MB at once, a single larger upload passes, and others are not kept out', async () => {
  const diskRoom = createDiskQuota(place, free(10_000 * MEGABYTE))
  const held = Promise.withResolvers<string>()
  const first = diskRoom('a', 300 * MEGABYTE, () => held.promise)
  const second = diskRoom('a', 100 * MEGABYTE, () => held.promise)
  await expect(diskRoom('a', 1, done)).rejects.toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 1 })
  expect(await diskRoom('b', 400 * MEGABYTE, done)).toBe('done')
  held.resolve('whole')
  await Promise.all([first, second])
  expect(await diskRoom('a', 400 * MEGABYTE, done)).toBe('done')
  expect(await diskRoom('a', 500 * MEGABYTE, done)).toBe('done')
})
