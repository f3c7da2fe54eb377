import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { RtpHeader, RtpPacket } from 'werift'
import { probe } from '../../files/processing/probe.ts'
import { inspectVideo } from '../../files/strip-metadata/inspect-video.ts'
import { makeMedia, realFfmpeg } from '../../files/testing/real-media.ts'
import { openTestEngine } from '../testing/open-test-engine.ts'
import { FRAME_BEGINS, KEY_FRAME, publish, SAME_FRAME, SILENCE } from '../testing/rtc-peer.ts'
import type { RtcTestPeer } from '../testing/rtc-peer.ts'
import { CLOCK_RATES } from './media-packet.ts'
import type { MediaKind, MediaPacket } from './media-packet.ts'
import { Recorder } from './recorder.ts'
import { recordingsFolder, sweepRecordings } from './recordings-folder.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vesper-recordings-'))
const { engine, lines, as } = openTestEngine({ dataDir })
afterAll(() => engine.stop())

async function sends({ packets }: RtcTestPeer, more: number): Promise<void> {
  const goal = packets.video + more
  await vi.waitFor(() => expect(packets.video).toBeGreaterThanOrEqual(goal), 20_000)
}

test('a room that records leaves one file for its whole length, through a return of its publisher', async () => {
  const openedAt = performance.now()
  await engine.open('room', { record: true, maxViewers: 5 })
  const first = await publish(as('room', 'publish', 'creator'))
  await sends(first, 20)
  const goneAt = performance.now()
  first.kill()
  await pause(2_000)
  const during = (await engine.room('room'))?.recording
  expect(during?.holes).toMatchObject([{ endMs: null }])
  const second = await publish(as('room', 'publish', 'creator'))
  await sends(second, 20)
  const awayMs = performance.now() - goneAt
  const after = (await engine.room('room'))?.recording
  expect(after?.atMs).toBeGreaterThan(during?.atMs ?? Infinity)
  const { recording } = await engine.close('room')
  const openMs = performance.now() - openedAt
  second.kill()
  expect(recording?.path).toMatch(/\/rtc\/[\da-f-]+\.webm$/)
  expect(recording?.path.startsWith(recordingsFolder(dataDir))).toBe(true)
  const { size } = await stat(recording?.path ?? '')
  expect(size).toBeGreaterThan(1_000)
  // Read as any upload is, which refuses a file that ends too early.
  expect(await inspectVideo(recording?.path ?? '', 'video/webm')).toMatchObject({ width: 160, height: 120 })
  // Two seconds of each, and the hole between them.
  expect(recording?.seconds).toBeGreaterThan(5.5)
  expect(recording?.seconds).toBeLessThan(openMs / 1_000)
  // The creator was away for two seconds, and came back with a picture.
  expect(recording?.holes).toHaveLength(1)
  const { beginMs, endMs } = recording?.holes?.[0] ?? { beginMs: 0, endMs: 0 }
  expect(beginMs).toBe(during?.holes[0]?.beginMs)
  expect(endMs - beginMs).toBeGreaterThan(2_000)
  expect(endMs - beginMs).toBeLessThan(awayMs + 1_000)
  expect(lines).toEqual([])
  if (realFfmpeg === null) return
  await expectPlayable(recording?.path ?? '', recording?.seconds ?? 0)
})

async function expectPlayable(path: string, seconds: number): Promise<void> {
  const signal = AbortSignal.timeout(20_000)
  const probed = await probe({ ffmpeg: realFfmpeg ?? '', source: path, mimeType: 'video/webm', signal })
  expect(probed).toMatchObject({ video: 'vp8', audio: 'opus', frame: { width: 160, height: 120 } })
  expect(Math.abs((probed.durationMs ?? 0) / 1_000 - seconds)).toBeLessThan(0.05)
  // All of it is decoded, and sound and picture end together.
  const picture = await makeMedia('picture.yuv', ['-i', path, '-an', '-r', '10', '-f', 'rawvideo'])
  const sound = await makeMedia('sound.raw', [
    '-i',
    path,
    '-vn',
    '-ac',
    '1',
    '-ar',
    '48000',
    '-af',
    'aresample=async=1',
    '-f',
    's16le',
  ])
  expect(Math.abs(picture.length / (160 * 120 * 1.5) / 10 - seconds)).toBeLessThan(0.7)
  expect(Math.abs(sound.length / 96_000 - seconds)).toBeLessThan(0.7)
}

test.skipIf(realFfmpeg === null).each([
  { name: 'soon', soundFromMs: 7, videoFrom: 0, soundFrom: 0 },
  { name: 'later', soundFromMs: 641, videoFrom: 2 ** 32 - 9_000, soundFrom: 2 ** 32 - 960 },
])('sound that begins $name lies where it was heard', async ({ name, soundFromMs, videoFrom, soundFrom }) => {
  const path = join(dataDir, `${name}.webm`)
  const recorder = new Recorder({ path, keepFreeBytes: 0 })
  const take = (kind: MediaKind, { from, atMs, sequence }: { from: number; atMs: number; sequence: number }) => {
    const beginsPicture = kind === 'video' && atMs === 0
    const timestamp = (from + Math.round(atMs * (CLOCK_RATES[kind] / 1_000))) % 2 ** 32
    const picture = Buffer.concat([FRAME_BEGINS, beginsPicture ? KEY_FRAME : SAME_FRAME])
    const packet = new RtpPacket(new RtpHeader({ marker: true }), kind === 'audio' ? SILENCE : picture)
    recorder.take({ kind, packet, sequence, timestamp, beginsPicture }, 5_000 + atMs)
  }
  for (let atMs = 0; atMs <= 1_500; atMs += 1) {
    if (atMs % 100 === 0) take('video', { from: videoFrom, atMs, sequence: atMs / 100 })
    const heardMs = atMs - soundFromMs
    if (heardMs >= 0 && heardMs % 20 === 0) take('audio', { from: soundFrom, atMs, sequence: heardMs / 20 })
    // werift begins to write.
    if (atMs === 0) await pause(50)
  }
  expect((await recorder.stop())?.seconds).toBeCloseTo(1.5, 2)
  expect([await timesOf(path, 'v'), await timesOf(path, 'a')]).toEqual([
    Array.from({ length: 16 }, (_, n) => n * 100),
    Array.from({ length: Math.floor((1_500 - soundFromMs) / 20) + 1 }, (_, n) => soundFromMs + n * 20),
  ])
})

test('sound that comes between the packets of the first picture does not break the recording', async () => {
  const path = join(dataDir, 'between.webm')
  const recorder = new Recorder({ path, keepFreeBytes: 0 })
  const take = (media: Pick<MediaPacket, 'kind' | 'sequence'> & { atMs: number; payload: Buffer; marker: boolean }) => {
    const { kind, sequence, atMs, payload, marker } = media
    const timestamp = Math.round(atMs * (CLOCK_RATES[kind] / 1_000))
    const packet = new RtpPacket(new RtpHeader({ marker }), payload)
    const beginsPicture = kind === 'video' && sequence === 0
    recorder.take({ kind, packet, sequence, timestamp, beginsPicture }, 5_000 + atMs)
  }
  const [half, rest] = [KEY_FRAME.subarray(0, 12), KEY_FRAME.subarray(12)]
  take({ kind: 'video', sequence: 0, atMs: 0, payload: Buffer.concat([FRAME_BEGINS, half]), marker: false })
  take({ kind: 'audio', sequence: 0, atMs: 20, payload: SILENCE, marker: false })
  take({ kind: 'video', sequence: 1, atMs: 0, payload: Buffer.concat([Buffer.from([0]), rest]), marker: true })
  await pause(50)
  for (let n = 1; n <= 10; n += 1) {
    take({ kind: 'audio', sequence: n, atMs: 20 + n * 20, payload: SILENCE, marker: false })
  }
  expect((await recorder.stop())?.seconds).toBeCloseTo(0.22, 2)
})

/** The milliseconds at which the frames of one kind are shown or heard. */
async function timesOf(path: string, kind: 'v' | 'a'): Promise<number[]> {
  const rows = (
    await makeMedia('frames.txt', ['-i', path, '-map', `0:${kind}`, '-c', 'copy', '-f', 'framecrc'])
  ).toString()
  return rows
    .split('\n')
    .filter((row) => /^\d/.test(row))
    .map((row) => Number(row.split(',')[2]))
}

test('a room that was to record and had no publisher leaves no file', async () => {
  await engine.open('empty', { record: true, maxViewers: 5 })
  expect(await engine.close('empty')).toEqual({ recording: null })
})

describe('a start', () => {
  test('removes recordings of more than a day ago that nobody took, and no others', async () => {
    const folder = recordingsFolder(dataDir)
    await mkdir(folder, { recursive: true })
    for (const name of ['old.webm', 'new.webm']) writeFileSync(join(folder, name), 'x')
    const now = new Date()
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    utimesSync(join(folder, 'old.webm'), hoursAgo(24.1), hoursAgo(24.1))
    utimesSync(join(folder, 'new.webm'), hoursAgo(23.9), hoursAgo(23.9))
    await sweepRecordings(dataDir, now)
    const left = readdirSync(folder)
    expect(left).toContain('new.webm')
    expect(left).not.toContain('old.webm')
    await sweepRecordings(join(dataDir, 'nowhere'), now)
  })
})
