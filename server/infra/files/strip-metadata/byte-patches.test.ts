import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyBytePatches } from './byte-patches.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vesper-patches-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('writing ends when the work does, in the middle of a patch', async () => {
  const path = join(folder, 'video')
  writeFileSync(path, '')
  const ended = new AbortController()
  const writing = applyBytePatches(path, [{ offset: 0, zeros: 256 * 1024 ** 2 }], ended.signal)
  await sleep(5)
  ended.abort()
  await expect(writing).rejects.toThrow('aborted')
})
