import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { element, makeWebm } from '../testing/webm-fixture.ts'
import { cleanVideo, inspectVideo } from './inspect-video.ts'

const PLACE = '+48.8577+002.2950/'
const unended = new AbortController().signal
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vesper-webm-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function save(bytes: Buffer): string {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  return path
}

test.each([false, true])('tags and title go, blocks stay (unknown sizes: %s)', async (unknownSizes) => {
  const before = makeWebm(PLACE, { unknownSizes })
  const path = save(before)
  expect(await cleanVideo(path, 'video/webm', unended)).toEqual({ width: 320, height: 240, frames: 2 })
  const after = readFileSync(path)
  expect(after.includes(PLACE)).toBe(false)
  expect(after.length).toBe(before.length)
  const block = Buffer.alloc(40, 'v')
  expect(after.indexOf(block)).toBe(before.indexOf(block))
  expect(after.lastIndexOf(block)).toBe(before.lastIndexOf(block))
  await cleanVideo(path, 'video/webm', unended)
  expect(readFileSync(path).equals(after)).toBe(true)
})

test('removes bytes behind the video, whatever their length', async () => {
  for (const length of [0, 1, 50, 117, 118, 119, 120, 121, 122, 123, 130, 500]) {
    const extra = element(0x1941a469, Buffer.alloc(length, 's'))
    const path = save(Buffer.concat([makeWebm(PLACE), extra]))
    await cleanVideo(path, 'video/webm', unended)
    expect(readFileSync(path).subarray(-extra.length).includes('s')).toBe(false)
    await inspectVideo(path, 'video/webm')
  }
})

test('tracks other than picture and sound are refused', async () => {
  expect(await inspectVideo(save(makeWebm(PLACE, { trackType: 2 })), 'video/webm')).toMatchObject({ width: 320 })
  for (const trackType of [17, 33, 0]) {
    const asked = inspectVideo(save(makeWebm(PLACE, { trackType })), 'video/matroska')
    await expect(asked).rejects.toMatchObject({ kind: 'unsupported' })
  }
})

test('a video that breaks off anywhere is refused', async () => {
  const whole = makeWebm(PLACE)
  for (let length = 0; length < whole.length; length += 5) {
    await expect(inspectVideo(save(whole.subarray(0, length)), 'video/webm')).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('noise is refused and never loops', async () => {
  for (const byte of [0x00, 0x01, 0x80, 0xff, 0x1a]) {
    const bytes = Buffer.concat([makeWebm(PLACE).subarray(0, 40), Buffer.alloc(5000, byte)])
    await expect(inspectVideo(save(bytes), 'video/webm')).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('a file made of crumbs is refused before it fills the memory', async () => {
  const crumbs = Buffer.alloc(400_000, Buffer.from([0xec, 0x80]))
  const whole = makeWebm(PLACE)
  const header = element(0x1a45dfa3, [element(0x4282, Buffer.from('webm'))])
  for (const bomb of [Buffer.concat([whole, crumbs]), Buffer.concat([header, element(0x18538067, crumbs)])]) {
    await expect(inspectVideo(save(bomb), 'video/webm')).rejects.toMatchObject({ kind: 'unsupported' })
  }
})

test('elements inside of blocks count as well as all others', async () => {
  const group = element(0xa0, Buffer.alloc(2 * 9_000, Buffer.from([0xec, 0x80])))
  const header = element(0x1a45dfa3, [element(0x4282, Buffer.from('webm'))])
  const cluster = element(0x1f43b675, Buffer.concat(Array.from({ length: 120 }, () => group)))
  const begun = process.cpuUsage()
  const file = save(Buffer.concat([header, element(0x18538067, [cluster])]))
  await expect(inspectVideo(file, 'video/webm')).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('damaged') as string,
  })
  const { user } = process.cpuUsage(begun)
  expect(user / 1e6).toBeLessThan(10)
})

test('over 50 megapixels are refused, whatever the edges, and 8K is not', async () => {
  for (const size of [
    [8000, 8000],
    [16_000, 3126],
    [16_384, 16_384],
    [16_385, 100],
  ] as const) {
    const asked = inspectVideo(save(makeWebm(PLACE, { size })), 'video/webm')
    await expect(asked).rejects.toMatchObject({ kind: 'invalid' })
  }
  const [width, height] = [7680, 4320]
  expect(await inspectVideo(save(makeWebm(PLACE, { size: [width, height] })), 'video/webm')).toMatchObject({
    width,
    height,
  })
})
