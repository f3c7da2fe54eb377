import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { grabFrame } from './encode-media.ts'
import { encodingLimit, isPlayable, isTooLong, variantsOf } from './playable-copy.ts'
import { readProbe } from './probe.ts'
import { findFfmpeg, runFfmpeg } from './run-ffmpeg.ts'
import { createWaveform } from './waveform.ts'

const folder = mkdtempSync(join(tmpdir(), 'vesper-frame-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

const run = { args: [], limitMs: 5_000, signal: AbortSignal.timeout(60_000) }

test('a frame that takes too long is given up, and the program is ended', async () => {
  const pidFile = join(folder, 'pid')
  const ffmpeg = program('slow', `echo $$ > "${pidFile}"\nsleep 30`)
  const video = { ffmpeg, source: join(folder, 'video'), mimeType: 'video/mp4', signal: run.signal } as const
  const wanted = { width: 64, height: 64, colours: null, limitMs: 1_000 }
  const began = performance.now()
  await expect(grabFrame(video, join(folder, 'frame'), wanted)).rejects.toMatchObject({ reason: 'timeout' })
  expect(performance.now() - began, 'nobody waits for the program').toBeLessThan(20_000)
  const pid = Number(readFileSync(pidFile, 'utf8'))
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
})

test('a program that is killed is begun again twice, and then given up', async () => {
  const runs = join(folder, 'runs')
  const dying = program('dying', `echo run >> "${runs}"\nkill -9 $$`)
  await expect(runFfmpeg(dying, run)).rejects.toMatchObject({ reason: 'killed' })
  expect(readFileSync(runs, 'utf8')).toBe('run\n'.repeat(3))
  const recovering = program('recovering', `[ -e "${folder}/once" ] && exit 0\ntouch "${folder}/once"\nkill -9 $$`)
  await expect(runFfmpeg(recovering, run)).resolves.toBe('')
})

test('a file that ffmpeg refuses is not tried again, and its reason is told', async () => {
  const runs = join(folder, 'refused')
  const refusing = program('refusing', `echo run >> "${runs}"\necho "Invalid data" >&2\nexit 1`)
  await expect(runFfmpeg(refusing, run)).rejects.toMatchObject({ reason: 'refused', message: 'Invalid data' })
  expect(readFileSync(runs, 'utf8')).toBe('run\n')
})

test('work that is stopped ends its program, and rejects as it was stopped', async () => {
  const stop = new AbortController()
  const running = runFfmpeg(program('stopped', 'sleep 5'), { ...run, signal: stop.signal })
  stop.abort(new Error('the server stops'))
  await expect(running).rejects.toThrow('the server stops')
})

test('a program learns nothing of the environment of the server', async () => {
  vi.stubEnv('JWT_SECRET', 'a secret')
  const learned = await runFfmpeg(program('curious', 'env >&2'), run).finally(() => vi.unstubAllEnvs())
  expect(learned).toContain('PATH=')
  expect(learned).not.toContain('a secret')
})

test('a program that is configured is the only one that counts', async () => {
  expect(await findFfmpeg({ ffmpegPath: join(folder, 'none'), environment: 'test' })).toBeNull()
  const works = program('works', 'exit 0')
  expect(await findFfmpeg({ ffmpegPath: works, environment: 'production' })).toBe(works)
})

const report = (lines: string) =>
  `Input #0, mov,mp4, from 'file:x':\n  Metadata:\n    title : a\n${lines}\nOutput #0, null\n`

test('a report tells length and codecs, of the input alone', () => {
  const video = '    Stream #0:0(und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709), 1280x720, 6554 kb/s'
  const audio = '    Stream #0:1(und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 73 kb/s (default)'
  const known = report(`  Duration: 01:02:04.02, start: 0.000000, bitrate: 6597 kb/s\n${video}\n${audio}`)
  expect(readProbe(known)).toEqual({
    durationMs: 3_724_020,
    video: 'h264',
    pixels: 'yuv420p',
    frame: { width: 1280, height: 720 },
    stretched: null,
    colours: 'bt709',
    audio: 'aac',
    sounds: 1,
  })
  const unknown =
    report('  Duration: N/A, start: 0.000000, bitrate: N/A') + '    Stream #0:0: Video: wrapped, rgb24, 1x1'
  const none = { durationMs: null, video: null, pixels: null, frame: null, stretched: null, colours: null }
  expect(readProbe(unknown)).toEqual({ ...none, audio: null, sounds: 0 })
})

test('a report tells wide colours, pixels that are not square, and all sounds', () => {
  const video = (colours: string, shape: string) =>
    `    Stream #0:0(und): Video: hevc (Main 10) (hvc1 / 0x1), yuv420p10le(tv, ${colours}), 720x576 ${shape}, 9 kb/s`
  const turned = '    Side data:\n      displaymatrix: rotation of -90.00 degrees'
  const sounds = ['none (apac / 0x6), 48000 Hz', 'aac (LC) (mp4a / 0x6), 44100 Hz'].map(
    (told, index) => `    Stream #0:${index + 1}(und): Audio: ${told}`,
  )
  const shown = (lines: string[]) => readProbe(report(lines.join('\n')))
  const wide = shown([video('bt2020nc/bt2020/smpte2084, progressive', '[SAR 64:45 DAR 16:9]'), turned, ...sounds])
  const shape = { frame: { width: 720, height: 576 }, stretched: { width: 576, height: 1024 } }
  expect(wide).toMatchObject({ pixels: 'yuv420p10le', ...shape, colours: 'smpte2084', audio: 'none', sounds: 2 })
  expect(shown([video('bt2020nc/bt2020/arib-std-b67', '[SAR 1:1 DAR 5:4]')])).toMatchObject({
    ...{ colours: 'arib-std-b67', stretched: null, audio: null, sounds: 0 },
  })
  for (const odd of ['[SAR 0:1 DAR 0:1]', '[SAR 9999:1 DAR 9:1]']) {
    expect(shown([video('smpte170m', odd)])).toMatchObject({ colours: null, stretched: null })
  }
})

test('browsers play H.264, VP8, VP9 and AV1 of eight bits, in MP4 and WebM', () => {
  const known = { durationMs: 1, video: 'h264', pixels: 'yuv420p', audio: 'aac', sounds: 1 }
  const told = { ...known, frame: null, stretched: null, colours: null }
  expect(isPlayable(told, 'video/mp4')).toBe(true)
  expect(isPlayable({ ...told, audio: null }, 'video/webm')).toBe(true)
  expect(isPlayable(told, 'video/matroska')).toBe(false)
  expect(isPlayable({ ...told, video: 'hevc' }, 'video/mp4')).toBe(false)
  expect(isPlayable({ ...told, pixels: 'yuv420p10le' }, 'video/mp4')).toBe(false)
  expect(isPlayable({ ...told, audio: 'pcm_s16le' }, 'video/mp4')).toBe(false)
})

test.each([
  [1920, 1080, ['360p 640×360', '720p 1280×720']],
  [1280, 720, ['360p 640×360']],
  [1080, 1920, ['360p 360×640', '720p 720×1280']],
  [640, 360, []],
  [361, 999, ['360p 360×996']],
])('a video of %i × %i gets copies below its shorter edge, of even sizes', (width, height, copies) => {
  expect(variantsOf({ width, height }).map(({ name, ...size }) => `${name} ${size.width}×${size.height}`)).toEqual(
    copies,
  )
})

test('an encoding has eight times the length of its file, within two minutes and an hour', () => {
  const minute = 60_000
  expect([null, 1_000, 2 * minute, 60 * minute].map(encodingLimit)).toEqual([2, 2, 16, 60].map((n) => n * minute))
  expect([null, 12 * 60 * minute, 12 * 60 * minute + 1].map(isTooLong)).toEqual([false, false, true])
})

test('peaks are the same however the samples are cut', () => {
  const samples = Buffer.alloc(2 * 8_000)
  for (let at = 0; at < 4_000; at += 1) samples.writeInt16LE(at % 2 === 0 ? 16_384 : -16_384, 2 * at)
  const whole = createWaveform(8_000)
  whole.add(samples)
  const cut = createWaveform(8_000)
  for (let at = 0; at < samples.length; at += 333) cut.add(samples.subarray(at, at + 333))
  const { peaks, durationMs } = whole.end()
  expect(cut.end()).toEqual({ peaks, durationMs })
  expect([durationMs, peaks.length, peaks[0], peaks[47], peaks[48], peaks[95]]).toEqual([1_000, 96, 50, 50, 0, 0])
})
