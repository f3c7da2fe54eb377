import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DATE, box, makeMp4, metaPlace, PLACE, userDataPlace, words } from '../testing/mp4-fixture.ts'
import { cleanVideo, inspectVideo } from './inspect-video.ts'

const unended = new AbortController().signal
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vesper-mp4-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function save(bytes: Buffer): string {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  return path
}

const secrets = { head: [metaPlace()], inMoov: [userDataPlace(), metaPlace()], tail: [box('uuid', Buffer.from(PLACE))] }

test('no byte of a place is left: user data, metadata keys, XMP, free boxes, tracks of places', async () => {
  const dashcam = box('free', Buffer.from(`GPS ${PLACE}`))
  const before = makeMp4({ ...secrets, tail: [...secrets.tail, dashcam, box('GPSX', Buffer.from(PLACE))] })
  const path = save(before)
  expect(before.toString('latin1').split(PLACE)).toHaveLength(11)
  expect(await cleanVideo(path, 'video/mp4', unended)).toEqual({ width: 640, height: 360, frames: 2 })
  const after = readFileSync(path)
  expect(after.includes(PLACE)).toBe(false)
  expect(after.includes('location')).toBe(false)
  expect(after.includes(words(DATE))).toBe(false)
})

test('picture samples and every offset stay as they are', async () => {
  const before = makeMp4(secrets)
  const path = save(before)
  await cleanVideo(path, 'video/quicktime', unended)
  const after = readFileSync(path)
  expect(after.length).toBe(before.length)
  for (const sample of [Buffer.alloc(50, 'v'), Buffer.alloc(30, 'w')]) {
    expect(after.indexOf(sample)).toBe(before.indexOf(sample))
  }
  expect(after.indexOf('stco')).toBe(before.indexOf('stco'))
})

test('cleaning again, also after an interruption between any two writes, gives the same', async () => {
  const path = save(makeMp4(secrets))
  const { patches } = await inspectVideo(path, 'video/mp4')
  await cleanVideo(path, 'video/mp4', unended)
  const clean = readFileSync(path)
  for (let done = 0; done <= patches.length; done += 1) {
    const bytes = makeMp4(secrets)
    for (const patch of patches.slice(0, done)) {
      bytes.set('bytes' in patch ? patch.bytes : Buffer.alloc(patch.zeros), patch.offset)
    }
    await cleanVideo(save(bytes), 'video/mp4', unended)
    expect(readFileSync(path).equals(clean)).toBe(true)
  }
})

test('a video held upright is as high as it is shown', async () => {
  expect(await inspectVideo(save(makeMp4({ turned: true })), 'video/mp4')).toMatchObject({ width: 360, height: 640 })
})

test('a video that breaks off anywhere is refused', async () => {
  const whole = makeMp4({ inMoov: [userDataPlace()] })
  for (let length = 0; length < whole.length; length += 7) {
    await expect(inspectVideo(save(whole.subarray(0, length)), 'video/mp4')).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('lengths that lie are refused and never loop', async () => {
  const lies = [
    Buffer.concat([words(4), Buffer.from('moov')]),
    Buffer.concat([words(1), Buffer.from('moov'), words(0, 3)]),
    Buffer.concat([words(1), Buffer.from('moov'), words(0xffffffff, 0xffffffff)]),
    Buffer.concat([words(0xffffffff), Buffer.from('moov')]),
    box('moov', Buffer.concat([words(0x7fffffff), Buffer.from('trak')])),
    box('moov', box('trak', Buffer.concat([words(9), Buffer.from('mdia')]))),
  ]
  for (const lie of lies) {
    const bytes = Buffer.concat([makeMp4().subarray(0, 28), lie])
    await expect(inspectVideo(save(bytes), 'video/mp4')).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('a track of places whose samples cannot be found is refused, not kept', async () => {
  const bytes = makeMp4()
  // The count of the last `stsz`, the one of the places, is made absurd.
  bytes.writeUInt32BE(0xfffffff0, bytes.lastIndexOf('stsz') + 12)
  await expect(inspectVideo(save(bytes), 'video/mp4')).rejects.toMatchObject({ kind: 'unsupported' })
  const fragmented = makeMp4({ tail: [box('moof', box('mfhd', words(0, 1)))] })
  await expect(inspectVideo(save(fragmented), 'video/mp4')).rejects.toMatchObject({ kind: 'unsupported' })
})

test('a table that names the same bytes a thousand times costs no more than the file', async () => {
  const bytes = makeMp4()
  bytes.writeUInt32BE(0x7fffffff, bytes.lastIndexOf('stsz') + 8)
  const { patches } = await inspectVideo(save(bytes), 'video/mp4')
  const zeros = patches.reduce((sum, patch) => sum + ('zeros' in patch ? patch.zeros : 0), 0)
  expect(zeros).toBeLessThan(bytes.length * 2)
})

test('a file made of crumbs is refused before it fills the memory', async () => {
  const media = box('mdia', box('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13)))
  const crumbs = box('moof', ...Array.from({ length: 250 }, () => box('junk', Buffer.alloc(1))))
  const bombs = [
    [makeMp4(), ...Array.from({ length: 250 }, () => crumbs)],
    [box('moov', ...Array.from({ length: 1000 }, () => box('mvhd')))],
    [box('moov', box('trak', media, ...Array.from({ length: 300 }, () => box('edts'))))],
  ]
  for (const bomb of bombs) {
    await expect(inspectVideo(save(Buffer.concat(bomb)), 'video/mp4')).rejects.toMatchObject({ name: 'Refusal' })
  }
})

test('over 50 megapixels are refused, whatever the edges, and 8K is not', async () => {
  const sizes = [
    [8000, 8000],
    [16_000, 3126],
    [16_384, 16_384],
    [16_385, 100],
  ] as const
  for (const size of sizes) {
    await expect(inspectVideo(save(makeMp4({ size })), 'video/mp4')).rejects.toMatchObject({ kind: 'invalid' })
  }
  const [width, height] = [7680, 4320]
  expect(await inspectVideo(save(makeMp4({ size: [width, height] })), 'video/mp4')).toMatchObject({ width, height })
})
