import { stat } from 'node:fs/promises'
import { v7 } from 'uuid'
import { expect, vi } from 'vitest'
import { File } from '../../../infra/files/entity.ts'
import { probe } from '../../../infra/files/processing/probe.ts'
import { makeMedia, realFfmpeg } from '../../../infra/files/testing/real-media.ts'
import { test as base } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Stream } from '../streams/entity.ts'
import { useMemoryEngine } from '../streams/testing/memory-engine.ts'
import { Recording, Slice } from './entity.ts'
import { makeRecording } from './make-recording.ts'
import { endRecorded, recordingOf, sendSlice } from './testing/end-recorded.ts'

vi.setConfig({ testTimeout: 60_000 })
const withEngine = base.extend('engine', { scope: 'file', auto: true }, async ({ server }) =>
  useMemoryEngine(server.app),
)
const test = withEngine.skipIf(realFfmpeg === null)

/** A picture whose light tells the time: 30 more each second. */
const CLOCK = ['-f', 'lavfi', '-i', `nullsrc=s=160x120:r=25:d=6,geq=lum='16+30*T':cb=128:cr=128`]
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=6']
const WEBM = ['-c:v', 'libvpx', '-b:v', '400k', '-deadline', 'realtime', '-c:a', 'libopus']
const holes = [{ beginMs: 2_000, endMs: 4_000 }]
const never = new AbortController().signal

/** Six seconds without those from 2 to 4, as a server records them: the times stay. */
function makeRecorded(): Promise<Buffer> {
  const cut = ['-vf', `select='not(between(t,2,3.99))'`, '-af', `aselect='not(between(t,2,3.99))'`, '-vsync', 'vfr']
  return makeMedia('recorded.webm', [...CLOCK, ...TONE, ...cut, ...WEBM])
}

/** The recording of a device, from 1.5 to 4.5 seconds. */
function makeSlice(): Promise<Buffer> {
  return makeMedia('slice.webm', [...CLOCK, ...TONE, '-ss', '1.5', '-t', '3', ...WEBM])
}

/** The light of ten pictures a second. */
async function lightOf(path: string): Promise<number[]> {
  return [
    ...(await makeMedia('light.gray', ['-i', path, '-an', '-vf', 'fps=10,scale=1:1,format=gray', '-f', 'rawvideo'])),
  ]
}

async function videoOf({ app }: TestServer, streamId: string): Promise<string> {
  const em = app.orm.em.fork()
  const { fileId } = await em.findOneOrFail(Recording, { streamId })
  return (await app.storage.pathOf(fileId, 'source')) ?? ''
}

async function lengthOf(path: string): Promise<number> {
  const { durationMs } = await probe({
    ...{ ffmpeg: realFfmpeg ?? '', source: path, mimeType: 'video/mp4', signal: AbortSignal.timeout(20_000) },
  })
  return durationMs ?? 0
}

test('a slice fills the hole of a recording: the video has its whole length, and no moment is missing or twice', async ({
  server,
  creator,
}) => {
  const [bytes, part] = await Promise.all([makeRecorded(), makeSlice()])
  const { id } = await endRecorded(server, creator, { bytes, seconds: 6, holes })
  const _id = v7()
  await recordingOf(server, id).promise(creator, {
    slices: [{ _id, beginMs: 1_500, endMs: 4_500, bytes: part.length }],
  })
  await sendSlice(server, creator, { fileId: _id, bytes: part })
  const { path } = await server.app.orm.em.fork().findOneOrFail(Recording, { streamId: id })
  await makeRecording(server.app, id, never)
  expect(server.logLines.filter((line) => line.includes('could not be'))).toEqual([])
  const video = await videoOf(server, id)
  expect(Math.abs((await lengthOf(video)) - 6_000)).toBeLessThan(300)
  const light = await lightOf(video)
  for (const [index, value] of light.entries()) {
    // Black is 16 in a video, and 0 in a picture.
    const seconds = (value * 219) / 255 / 30
    expect(Math.abs(seconds - index / 10), `the picture at ${index / 10} s`).toBeLessThan(0.3)
  }
  const em = server.app.orm.em.fork()
  expect(await em.findOneOrFail(Stream, { id })).toMatchObject({ videoId: expect.any(String) as string })
  expect([await em.count(Slice, { streamId: id }), await em.count(File, { id: _id })]).toEqual([0, 0])
  await expect(stat(path)).rejects.toThrow('ENOENT')
  // Run again after a crash that came too late, it makes no second one.
  await makeRecording(server.app, id, never)
  expect(await em.count(File, { ownerId: creator.id })).toBe(1)
})

test('where a slice cannot be put in, the recording is made as it is', async ({ server, creator }) => {
  const bytes = await makeRecorded()
  const { id } = await endRecorded(server, creator, { bytes, seconds: 6, holes })
  const _id = v7()
  await recordingOf(server, id).promise(creator, { slices: [{ _id, beginMs: 1_500, endMs: 4_500, bytes: 9 }] })
  await sendSlice(server, creator, { fileId: _id, bytes: Buffer.from('no video') })
  await makeRecording(server.app, id, never)
  const { size } = await stat(await videoOf(server, id))
  expect(size).toBe(bytes.length)
  expect(await server.app.orm.em.fork().findOneOrFail(Recording, { streamId: id })).toMatchObject({ status: 'made' })
})

test('where ffmpeg fails, the recording is made as it is', async ({ server, creator }) => {
  const [bytes, part] = await Promise.all([makeRecorded(), makeSlice()])
  const { id } = await endRecorded(server, creator, { bytes, seconds: 6, holes })
  const _id = v7()
  await recordingOf(server, id).promise(creator, {
    slices: [{ _id, beginMs: 1_500, endMs: 4_500, bytes: part.length }],
  })
  await sendSlice(server, creator, { fileId: _id, bytes: part })
  const nowhere = vi.spyOn(server.app.storage, 'workPath').mockReturnValueOnce('/nowhere/at/all')
  await makeRecording(server.app, id, never)
  nowhere.mockRestore()
  expect((await stat(await videoOf(server, id))).size).toBe(bytes.length)
  expect(server.logLines.some((line) => line.includes('the holes of a recording could not be filled'))).toBe(true)
})

test('a server that stops in the middle leaves all for the next one', async ({ server, creator }) => {
  const [bytes, part] = await Promise.all([makeRecorded(), makeSlice()])
  const { id } = await endRecorded(server, creator, { bytes, seconds: 6, holes })
  const _id = v7()
  await recordingOf(server, id).promise(creator, {
    slices: [{ _id, beginMs: 1_500, endMs: 4_500, bytes: part.length }],
  })
  await sendSlice(server, creator, { fileId: _id, bytes: part })
  const stops = AbortSignal.timeout(50)
  await expect(makeRecording(server.app, id, stops)).rejects.toThrow()
  expect(await server.app.orm.em.fork().findOneOrFail(Recording, { streamId: id })).toMatchObject({ status: 'making' })
  await makeRecording(server.app, id, never)
  expect(Math.abs((await lengthOf(await videoOf(server, id))) - 6_000)).toBeLessThan(300)
})
