import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Unavailable } from '../../http/limits/unavailable.ts'
import { manyScanJpeg } from '../testing/many-scan-jpeg.ts'
import { processPicture } from './picture-processes.ts'
import type { PictureTask } from './picture-task.ts'

let folder: string
let small: PictureTask
let slow: PictureTask
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-pictures-'))
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } })
    .jpeg()
    .toBuffer()
  small = task('small', jpeg)
  // Within all bounds, and still some seconds of work.
  slow = task('slow', manyScanJpeg(7064, 18))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function task(name: string, bytes: Buffer): PictureTask {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return { kind: 'photo', source: path, edge: 2048, original: `${path}.original`, thumbnail: `${path}.thumbnail` }
}

/** The outcome of the first try for which a busy machine had enough of a processor. */
async function unlessStarved<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === 3) throw error
    }
  }
}

test('a picture comes back encoded, and a refusal with its kind and its words', async () => {
  expect(await processPicture('a', small)).toMatchObject({ mimeType: 'image/jpeg', width: 60, height: 40 })
  const broken = { kind: 'invalid', message: 'This picture is damaged or incomplete and cannot be read.' }
  await expect(processPicture('a', task('broken', Buffer.from('\xff\xd8\xff', 'latin1')))).rejects.toMatchObject(broken)
  const intricate = task('intricate', manyScanJpeg(7064, 2646))
  await expect(processPicture('a', intricate)).rejects.toMatchObject({ kind: 'invalid', message: /too long/ })
})

test('a fault that is not the picture’s is no refusal', async () => {
  const nowhere = { ...small, original: join(folder, 'no such folder', 'original') } as PictureTask
  await expect(processPicture('a', nowhere)).rejects.not.toHaveProperty('kind')
})

test('a picture that takes too long is refused when its time is up, and the next one is encoded', async () => {
  await processPicture('a', small)
  const began = performance.now()
  await expect(unlessStarved(() => processPicture('a', slow, 300))).rejects.toMatchObject({
    kind: 'invalid',
    message: /too long/,
  })
  // Its work takes longer than this, and all the more on a busy machine.
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await processPicture('a', small)).toMatchObject({ width: 60 })
})

test('slow pictures of one account do not hold up a picture of another', async () => {
  // Both processes have started.
  await Promise.all([processPicture('one', small), processPicture('two', task('other', readFileSync(small.source)))])
  const ended: string[] = []
  const run = (account: string, given: PictureTask) =>
    processPicture(account, given, 4_000).then(
      () => ended.push(account),
      () => ended.push(account),
    )
  const work = [run('slow', slow), run('slow', slow)]
  await run('quick', small)
  expect(ended).toEqual(['quick'])
  await Promise.all(work)
})
