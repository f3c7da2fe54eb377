import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RecordingFile } from './recording-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vesper-recording-'))

test('a recording ends where the volume is nearly full, and keeps what was written', async () => {
  const path = join(folder, 'full.webm')
  const file = new RecordingFile(path, Number.MAX_SAFE_INTEGER)
  file.write(Buffer.alloc(200, 'x'))
  expect(file.hasEnded).toBe(false)
  await file.checkRoom()
  expect(file.hasEnded).toBe(true)
  await file.close(Buffer.from('duration'))
  expect(readFileSync(path).subarray(83, 91).toString()).toBe('duration')
  expect(statSync(path)).toMatchObject({ size: 200 })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a recording goes on where there is room', async () => {
  const file = new RecordingFile(join(folder, 'room.webm'), 0)
  await file.checkRoom()
  expect(file.hasEnded).toBe(false)
  await file.close(Buffer.alloc(8))
})

test('a recording that cannot be written ends, and its end is told as a fault', async () => {
  const file = new RecordingFile(join(folder, 'nowhere', 'x.webm'), 0)
  file.write(Buffer.alloc(10))
  await expect(file.close(Buffer.alloc(8))).rejects.toThrow()
  expect(file.hasEnded).toBe(true)
})
