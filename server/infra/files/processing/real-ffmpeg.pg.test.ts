import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import type { FileProgress } from '@vesper/sync/vesper/live-events.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { Rendition } from '../storage/storage.ts'
import { makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeClip, makeMedia, makeTone, realFfmpeg, SECRET_PLACE } from '../testing/real-media.ts'
import { settleFiles } from '../testing/settle-files.ts'
import { probe } from './probe.ts'
import type { Probe } from './probe.ts'

const VIDEO = '/performer/feeds/video/upload'
const AUDIO = '/performer/feeds/audio/upload'
const TEASER = '/performer/feeds/teaser/upload'

let server: TestServer
let creator: Person
const told: FileProgress[] = []

describe.skipIf(realFfmpeg === null)('with ffmpeg', () => {
  beforeAll(async () => {
    server = await startTestServer({ config: { jobs: 'on', ffmpegPath: realFfmpeg } })
    creator = await makePerson(server, 'ffmpeg.creator', true)
    const { toUser } = server.app.live
    server.app.live.toUser = (userId, event, ...payload) => {
      if (event === 'file:status') told.push(payload[0] as FileProgress)
      toUser(userId, event, ...payload)
    }
  })
  afterAll(() => server.stop())

  async function processed(path: string, bytes: Buffer, fileId?: string): Promise<FileStatus> {
    const sent = await upload(server, path, { token: creator.token, bytes, ...(fileId && { fileId }) })
    expect(sent).toMatchObject({ status: 200, body: { status: 'processing' } })
    // It runs behind all other work of the machine.
    await settleFiles(server)
    const { body } = await call(server, `GET /files/${sent.body._id}/status`, { token: creator.token })
    // Smaller copies of pictures are made beside it.
    await expect.poll(() => readdirSync(join(server.app.config.dataDir, 'work'))).toEqual([])
    return body as unknown as FileStatus
  }

  async function stored(id: string, rendition: Rendition = 'original'): Promise<Buffer> {
    const file = await server.app.storage.open(id, rendition)
    return file ? buffer(file.stream()) : Buffer.alloc(0)
  }

  async function probed(id: string, rendition: Rendition, mimeType: 'video/mp4' | 'audio/mp4'): Promise<Probe> {
    const source = (await server.app.storage.pathOf(id, rendition)) ?? ''
    return probe({ ffmpeg: realFfmpeg ?? '', source, mimeType, signal: AbortSignal.timeout(20_000) })
  }

  test('a video gets a poster and copies below its height, and none of its bytes tells its place', async () => {
    const bytes = await makeClip({ width: 640, height: 480 })
    expect(bytes.includes(SECRET_PLACE)).toBe(true)
    const { _id, status, file } = await processed(VIDEO, bytes)
    expect(status).toBe('ready')
    expect(file).toMatchObject({ mimeType: 'video/mp4', width: 640, height: 480 })
    expect(file?.posterUrl).toMatch(/\/poster\?/)
    expect(file?.durationMs).toBeGreaterThan(1_900)
    expect(file?.durationMs).toBeLessThan(2_200)
    expect(file?.variants).toMatchObject([{ name: '360p', width: 480, height: 360 }])
    expect(file?.variants[0]?.url).toMatch(/\/360p\?/)
    const copy = await stored(_id, '360p')
    expect(copy.length).toBe(file?.variants[0]?.size)
    // `moov` before `mdat`: it starts to play before it is there whole.
    expect(copy.indexOf('moov')).toBeLessThan(copy.indexOf('mdat'))
    expect(await probed(_id, '360p', 'video/mp4')).toMatchObject({ video: 'h264', pixels: 'yuv420p', audio: 'aac' })
    for (const known of [await stored(_id), copy]) expect(known.includes(SECRET_PLACE)).toBe(false)
  })

  test('the copies of a video are served in ranges to its owner, and to nobody else', async () => {
    const { file } = await processed(VIDEO, await makeClip({ width: 960, height: 800, seconds: 0.5 }))
    expect(file?.variants.map(({ name, height }) => [name, height])).toEqual([
      ['360p', 360],
      ['720p', 720],
    ])
    const stranger = await makePerson(server, 'copies.stranger')
    for (const { url, size } of file?.variants ?? []) {
      const ask = (token: string) =>
        fetch(server.url + url, { headers: { authorization: `Bearer ${token}`, range: 'bytes=0-99' } })
      const part = await ask(creator.token)
      expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
      expect(part.headers.get('content-range')).toBe(`bytes 0-99/${size}`)
      expect((await ask(stranger.token)).status).toBe(404)
    }
    const poster = await fetch(server.url + file?.posterUrl, { headers: { authorization: `Bearer ${creator.token}` } })
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('a small video gets no copies, and one that stands is measured by its width', async () => {
    expect((await processed(VIDEO, await makeClip({ width: 320, height: 180, seconds: 0.5 }))).file?.variants).toEqual(
      [],
    )
    const tall = await processed(VIDEO, await makeClip({ width: 400, height: 600, seconds: 0.5 }))
    expect(tall.file?.variants).toMatchObject([{ name: '360p', width: 360, height: 540 }])
  })

  test('a video that browsers do not play is written anew as one that they do', async () => {
    const codec = ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le']
    const { _id, file } = await processed(VIDEO, await makeClip({ name: 'clip.mkv', codec, width: 640, height: 480 }))
    expect(file).toMatchObject({ status: 'ready', mimeType: 'video/mp4', width: 640, height: 480 })
    expect(await probed(_id, 'original', 'video/mp4')).toMatchObject({ video: 'h264', audio: 'aac' })
  })

  test('a teaser becomes 480p, and one of over a minute fails as too long', async () => {
    const { _id, file } = await processed(TEASER, await makeClip({ width: 640, height: 512, seconds: 1 }))
    expect(file).toMatchObject({ status: 'ready', width: 600, height: 480, variants: [] })
    expect((await stored(_id)).includes(SECRET_PLACE)).toBe(false)
    const long = await processed(TEASER, await makeClip({ width: 64, height: 64, seconds: 70 }))
    expect(long).toMatchObject({ status: 'failed', failure: 'too-long', file: null })
    expect(await server.app.storage.pathOf(long._id, 'source')).toBeNull()
    // The owner's devices hear of it.
    expect(told.find(({ fileId }) => fileId === long._id)).toMatchObject({ status: 'failed', failure: 'too-long' })
    const again = await processed(TEASER, await makeClip({ width: 64, height: 64 }), long._id)
    expect(again).toMatchObject({ _id: long._id, status: 'ready', failure: null })
  })

  // The last two are in the form of videos, as browsers record sounds.
  test.each(['tone.mp3', 'tone.wav', 'tone.ogg', 'tone.flac', 'tone.m4a', 'tone.webm', 'tone.mp4'])(
    'a sound becomes AAC without tags, with its length and its peaks: %s',
    async (name) => {
      const { _id, file } = await processed(AUDIO, await makeTone(name, { seconds: 4, volume: 0.5 }))
      expect(file).toMatchObject({ type: 'audio', status: 'ready', mimeType: 'audio/mp4', width: null })
      expect(file?.durationMs).toBeGreaterThan(3_900)
      expect(file?.durationMs).toBeLessThan(4_200)
      const peaks = file?.waveform ?? []
      expect(peaks).toHaveLength(96)
      // Half of the loudest in its first half, then silence. Where the tone ends, encoders ring.
      for (const peak of peaks.slice(1, 44)) expect(Math.abs(peak - 50)).toBeLessThanOrEqual(4)
      for (const peak of peaks.slice(52)) expect(peak).toBeLessThanOrEqual(2)
      expect(await probed(_id, 'original', 'audio/mp4')).toMatchObject({ audio: 'aac', video: null })
      expect((await stored(_id)).includes(SECRET_PLACE)).toBe(false)
    },
  )

  test('a small file of more than half a day fails as too long', async () => {
    const rare = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=1/20000', '-frames:v', '4', '-c:v', 'libx264']
    const video = await processed(VIDEO, await makeMedia('slow.mp4', [...rare, '-bf', '0', '-pix_fmt', 'yuv420p']))
    expect(video).toMatchObject({ status: 'failed', failure: 'too-long' })
    const tone = await makeTone('tone.flac', { seconds: 1, volume: 0.5 })
    // The head of a FLAC file tells the number of its samples: 27 hours.
    tone.writeUInt32BE(2 ** 32 - 1, 22)
    const sound = await processed(AUDIO, tone)
    expect(sound).toMatchObject({ status: 'failed', failure: 'too-long' })
  })

  test('a message takes a sound that is still being prepared', async () => {
    const fan = await makePerson(server, 'sound.fan')
    const bytes = await makeTone('tone.mp3', { seconds: 1, volume: 0.5 })
    const sent = await upload(server, '/messages/private/file', { token: fan.token, bytes })
    expect(sent.body).toMatchObject({ status: 'processing', file: { type: 'audio' } })
    await sendWithFiles(server, fan, { to: creator.id, fileIds: [sent.body._id] })
    await settleFiles(server)
    const { body } = await call(server, `GET /files/${sent.body._id}/status`, { token: fan.token })
    expect(body).toMatchObject({ status: 'ready', file: { mimeType: 'audio/mp4' } })
  })

  test('a sound that breaks off in its middle keeps what is there, and one of noise fails as damaged', async () => {
    const whole = await makeTone('tone.mp3', { seconds: 6, volume: 0.5 })
    const half = await processed(AUDIO, whole.subarray(0, whole.length / 2))
    expect(half.file?.durationMs).toBeGreaterThan(2_000)
    const head = (await makeTone('tone.flac', { seconds: 2, volume: 0.5 })).subarray(0, 42)
    const noise = await processed(AUDIO, Buffer.concat([head, Buffer.alloc(5_000, 'x')]))
    expect(noise).toMatchObject({ status: 'failed', failure: 'damaged' })
  })

  test('a file without a byte, a video cut off and a picture are refused where they come in', async () => {
    const refused = async (path: string, bytes: Buffer) =>
      (await upload(server, path, { token: creator.token, bytes })).status
    const video = await makeClip({ width: 64, height: 64 })
    expect(await refused(VIDEO, Buffer.alloc(0))).toBe(415)
    expect(await refused(AUDIO, Buffer.alloc(0))).toBe(415)
    expect(await refused(AUDIO, video)).toBe(415)
    expect(await refused(VIDEO, video.subarray(0, video.length - 2_000))).toBe(400)
    expect(
      await refused(
        AUDIO,
        await makeMedia('picture.png', ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1']),
      ),
    ).toBe(415)
    expect(await refused(VIDEO, await makeTone('tone.mp3', { seconds: 1, volume: 0.5 }))).toBe(415)
  })
})
