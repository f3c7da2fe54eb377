import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

const gif = new File(['GIF89a'], 'cat.gif', { type: 'image/gif' })
const prepared = { bytes: gif, width: 1, height: 1 }

let misses = 0

vi.mock('../../../core/media/upload-previews.ts', () => ({ keepShape() {}, keepPreview: () => 'blob:cat' }))

beforeEach(() => {
  misses = 0
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', vi.fn())
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The code that prepares files does not load the first time. */
async function withoutLine() {
  vi.doMock('../../../core/media/prepare/prepare-file.ts', () => {
    misses += 1
    if (misses === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { prepareFile: async () => prepared }
  })
  return import('./attach-file.ts')
}

test('a file whose preparing could not be loaded is made ready when it can be', async () => {
  const { attachFile } = await withoutLine()
  const attach = vi.fn(async () => {})
  const attached = attachFile({ attach } as unknown as Sync, 'f', gif)
  await vi.advanceTimersByTimeAsync(2_500)
  await expect(attached).resolves.toBe('blob:cat')
  expect([misses, attach.mock.calls.length]).toEqual([2, 1])
})
