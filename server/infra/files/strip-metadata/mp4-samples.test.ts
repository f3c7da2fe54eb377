import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { box, makeMp4, words } from '../testing/mp4-fixture.ts'
import { inspectVideo } from './inspect-video.ts'
import type { VideoPlan } from './inspect-video.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vesper-mp4-samples-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function inspect(bytes: Buffer): Promise<VideoPlan> {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  return inspectVideo(path, 'video/mp4')
}

/** A track of places with so many chunks, each of one sample of `size` bytes from the beginning of the file on. */
function dataTrack({ chunks, size }: { chunks: number; size: number }): Buffer {
  const stsc = box('stsc', words(0, 1, 1, 1, 1))
  const table = box(
    'stbl',
    stsc,
    box('stsz', words(0, size, 1)),
    box('stco', words(0, chunks), Buffer.alloc(chunks * 4)),
  )
  const handler = box('hdlr', words(0, 0), Buffer.from('meta'), Buffer.alloc(13))
  return box('trak', box('mdia', handler, box('minf', table)))
}

const all = dataTrack({ chunks: 1, size: 0xffffffff })

test('tracks that each name the whole file write over it once', async () => {
  const bytes = makeMp4({ inMoov: Array.from({ length: 60 }, () => all) })
  const { patches } = await inspect(bytes)
  const zeros = patches.reduce((sum, patch) => sum + ('zeros' in patch ? patch.zeros : 0), 0)
  // The samples and, after them, the boxes.
  expect(zeros).toBeLessThanOrEqual(bytes.length * 2)
})

const index = box('moov', all)
const long = dataTrack({ chunks: 150_000, size: 1 })

test.each([
  ['two indexes', { tail: [index] }],
  ['more tracks than a camera writes', { inMoov: Array.from({ length: 63 }, () => all) }],
  ['more chunks than hours have', { inMoov: Array.from({ length: 7 }, () => long) }],
])('a file with %s is refused', async (_what, parts) => {
  const refusal = { kind: 'unsupported', message: 'This video cannot be read.' }
  await expect(inspect(makeMp4(parts))).rejects.toMatchObject(refusal)
})
