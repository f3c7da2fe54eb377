import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { makePerson, upload } from '../testing/media-server.ts'
import type { Person, UploadAnswer } from '../testing/media-server.ts'
import { makeMp4, PLACE } from '../testing/mp4-fixture.ts'
import { processFileJob } from './process-file-job.ts'

// A stand-in for ffmpeg that writes down how it is called: it copies the video as it is, place included, tells no
// codecs, and answers a wish for a frame with a picture. It refuses the steps that the test names.
let folder: string
let server: TestServer
let fan: Person
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-ffmpeg-'))
  const frame = join(folder, 'frame.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  await sharp({ create: { width: 900, height: 500, channels: 3, background: '#236', noise } })
    .png()
    .toFile(frame)
  const program = join(folder, 'ffmpeg')
  const script = [
    '#!/bin/sh',
    `echo "$*" >> "${folder}/calls"`,
    '[ "$1" = -version ] && exit 0',
    'while [ $# -gt 1 ]; do [ "$1" = -i ] && from="${2#file:}"; [ "$1" = image2 ] && picture=yes; shift; done',
    `[ -e "${folder}/refuse-\${picture:-video}" ] && { [ "$1" = - ] || echo half > "\${1#file:}"; exit 1; }`,
    `[ "$picture" ] && from="${frame}"`,
    '[ "$1" = - ] || cp "$from" "${1#file:}"',
  ]
  writeFileSync(program, script.join('\n'), { mode: 0o755 })
  server = await startTestServer({ config: { jobs: 'on', ffmpegPath: program } })
  fan = await makePerson(server, 'ffmpeg.fan')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const name of ['calls', 'refuse-video', 'refuse-yes']) rmSync(join(folder, name), { force: true })
})

async function processed(bytes: Buffer): Promise<UploadAnswer['body'] & { bytes: Buffer }> {
  const sent = await upload(server, '/messages/private/file/video', { token: fan.token, bytes })
  await settleJob(server, processFileJob)
  const { body } = await call(server, `GET /files/${sent.body._id}/status`, { token: fan.token })
  const stored = await server.app.storage.open(sent.body._id, 'original')
  const status = body as unknown as UploadAnswer['body']
  return { ...status, bytes: stored ? await buffer(stored.stream()) : Buffer.alloc(0) }
}

const movie = (): Buffer => makeMp4({ brand: 'qt  ' })

test('a MOV becomes an MP4 with a poster, and what ffmpeg leaves in is overwritten', async () => {
  const video = await processed(movie())
  expect(video).toMatchObject({ status: 'ready', file: { mimeType: 'video/mp4', width: 640, height: 360 } })
  expect(video.bytes.length).toBe(movie().length)
  expect(video.bytes.includes(PLACE)).toBe(false)
  expect(video.file?.placeholder).toMatch(/^[\w+/]+=*$/)
  const poster = await fetch(server.url + video.file?.thumbnailUrl, {
    headers: { authorization: `Bearer ${fan.token}` },
  })
  expect(await sharp(await poster.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 480, height: 267 })
})

test('it opens nothing but the file, as the type that was detected', async () => {
  await processed(movie())
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\n')
  const worked = calls.filter((line) => line.includes(' -i '))
  // It is copied, looked at, and gives a frame.
  expect(worked).toHaveLength(3)
  for (const line of worked) expect(line).toMatch(/-protocol_whitelist file,pipe -f mov -i file:\//)
  expect(worked[0]).toContain('-map_metadata -1')
})

test('it decodes no picture of over 50 megapixels, whatever size the file says that it has', async () => {
  await processed(movie())
  const worked = readFileSync(join(folder, 'calls'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' -i '))
  expect(worked).toHaveLength(3)
  // An option of the decoder: behind the input's name it would be the encoder's.
  for (const line of worked) expect(line).toMatch(/ -max_pixels 50000000 .*-i file:\//)
})

test('keeps a video that ffmpeg cannot copy in its own form, without its place', async () => {
  writeFileSync(join(folder, 'refuse-video'), '')
  const video = await processed(movie())
  expect(video).toMatchObject({ status: 'ready', file: { mimeType: 'video/quicktime' } })
  expect(video.file?.thumbnailUrl).toEqual(expect.any(String))
  expect(video.bytes.includes(PLACE)).toBe(false)
  // The file is ready before its folder is gone.
  await expect.poll(() => readdirSync(join(server.app.config.dataDir, 'work'))).toEqual([])
})

test('without a frame a video has no poster, and is ready all the same', async () => {
  writeFileSync(join(folder, 'refuse-yes'), '')
  const video = await processed(movie())
  expect(video).toMatchObject({ status: 'ready', file: { thumbnailUrl: null, placeholder: null } })
  // The file is ready before its folder is gone.
  await expect.poll(() => readdirSync(join(server.app.config.dataDir, 'work'))).toEqual([])
})
