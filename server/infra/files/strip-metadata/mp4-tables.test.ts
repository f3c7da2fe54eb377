import { planMp4 } from '@vesper/sync/media/plan-mp4.ts'
import { expect, test } from 'vitest'
import { box, words } from '../testing/mp4-fixture.ts'
import { lyingMp4, movie, pictureTables, plainSoundTables } from '../testing/mp4-tables-fixture.ts'
import type { Tables } from '../testing/mp4-tables-fixture.ts'
import { createMp4Tables } from './mp4-tables.ts'

function look(bytes: Buffer): Promise<number> {
  const tables = createMp4Tables(bytes.length)
  const read = async (offset: number, length: number) => bytes.subarray(offset, offset + length)
  return planMp4(read, bytes.length, tables.look).then(() => tables.frames())
}

const damaged = { kind: 'invalid', message: 'This video is damaged or incomplete.' }

test.each(Object.entries(lyingMp4()))('refuses an index that lies: %s', async (_name, bytes) => {
  await expect(look(bytes)).rejects.toMatchObject({ name: 'Refusal' })
})

test('counts the pictures of an index and of its fragments', async () => {
  expect(await look(movie(pictureTables({ count: 7 })))).toBe(7)
  const run = box('trun', words(0x200, 3, 1, 1, 1))
  const fragment = box('moof', box('traf', box('tfhd', words(0, 1)), run))
  expect(await look(Buffer.concat([movie(pictureTables({ count: 7 })), fragment]))).toBe(10)
})

test('samples have as many bytes as the file, and not one more', async () => {
  const withSize = (size: number) => movie(pictureTables({ count: 1, size }))
  const { length } = withSize(1)
  expect(await look(withSize(length))).toBe(1)
  await expect(look(withSize(length + 1))).rejects.toMatchObject(damaged)
})

test('a chunk begins in the file', async () => {
  const at = (offset: number) => movie({ ...pictureTables({ count: 1 }), stco: words(0, 1, offset) })
  expect(await look(at(at(0).length))).toBe(1)
  await expect(look(at(at(0).length + 1))).rejects.toMatchObject(damaged)
})

test('plain sound counts the bytes of its channels, whatever its table tells', async () => {
  const sound = (channels: number): Tables => plainSoundTables({ count: 1_000, channels })
  const bytes = movie(sound(2), { kind: 'soun', data: 5_000 })
  expect(await look(bytes)).toBe(0)
  await expect(look(movie(sound(3), { kind: 'soun', data: 5_000 }))).rejects.toMatchObject(damaged)
})

test('an edit list may show a track twice, as loops of players do, and not three times', async () => {
  const edits = (count: number) => {
    const rows = Array.from({ length: count }, () => [100_000, 0, 0x10000]).flat()
    return movie(pictureTables({ count: 100, delta: 1_000 }), { edits: words(0, count, ...rows), data: 2_000 })
  }
  expect(await look(edits(2))).toBe(100)
  await expect(look(edits(3))).rejects.toMatchObject(damaged)
})
