import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { grabFrame } from './ffmpeg.ts'

test('a frame that takes too long is given up, and the program is ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-frame-'))
  const program = join(folder, 'ffmpeg')
  writeFileSync(program, `#!/bin/sh\nsleep 1\necho late > "${join(folder, 'late')}"\n`, { mode: 0o755 })
  const video = { source: join(folder, 'video'), target: join(folder, 'frame'), limitMs: 200 }
  const began = performance.now()
  await expect(grabFrame(program, { ...video, mimeType: 'video/mp4' }, AbortSignal.timeout(60_000))).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(900)
  await delay(1_200)
  expect(existsSync(join(folder, 'late'))).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
