import { expect, test } from 'vitest'
import { createDiskRoom } from './disk-room.ts'

const place = { dataDir: '/nowhere', keepFreeBytes: 1000 }
const free = (bytes: number) => () => Promise.resolve(bytes)
const done = async () => 'done'

test('[UPLOAD-DISK] what an upload leaves free is kept, what is yet to come counted in', async () => {
  expect(await createDiskRoom(place, free(1500))(500, done)).toBe('done')
  for (const bytes of [1499, 1000, 999, 0]) {
    await expect(createDiskRoom(place, free(bytes))(500, done)).rejects.toMatchObject({ kind: 'unavailable' })
  }
})

test('[UPLOAD-DISK] of many at once as many begin as have room together, and what ends or fails gives its room back', async () => {
  const diskRoom = createDiskRoom(place, free(2000))
  const held = Promise.withResolvers<string>()
  const failing = Promise.withResolvers<string>()
  const [first, second, ...rest] = [
    ...[held, failing].map(({ promise }) => diskRoom(500, () => promise)),
    ...Array.from({ length: 22 }, () => diskRoom(500, done)),
  ]
  for (const upload of rest) await expect(upload).rejects.toMatchObject({ kind: 'unavailable' })
  failing.reject(new Error('The client hung up.'))
  await expect(second).rejects.toThrow('hung up')
  expect(await diskRoom(500, done)).toBe('done')
  await expect(diskRoom(501, done)).rejects.toMatchObject({ kind: 'unavailable' })
  held.resolve('whole')
  expect(await first).toBe('whole')
  expect(await diskRoom(1000, done)).toBe('done')
})
