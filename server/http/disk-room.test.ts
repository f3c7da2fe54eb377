import { expect, test } from 'vitest'
import { requireDiskRoom } from './disk-room.ts'

const place = { dataDir: '/nowhere', keepFreeBytes: 1000 }
const free = (bytes: number) => () => Promise.resolve(bytes)

test('[UPLOAD-DISK] what an upload leaves free is kept, what is yet to come counted in', async () => {
  await requireDiskRoom(place, 500, free(1500))
  for (const bytes of [1499, 1000, 999, 0]) {
    await expect(requireDiskRoom(place, 500, free(bytes))).rejects.toMatchObject({ kind: 'unavailable' })
  }
})
