// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { prepareFile } from './prepare-file.ts'

vi.mock('./bare/bare-video.ts', () => ({ bareVideo: async (file: Blob) => file }))

afterEach(() => vi.useRealTimers())

test('[UPLOAD-9] a video that the browser never looks into is sent without its size', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const file = new Blob(['a video'], { type: 'video/mp4' })
  const prepared = prepareFile(file)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(5_000)
  expect(await prepared).toEqual({ bytes: file, width: null, height: null })
})
