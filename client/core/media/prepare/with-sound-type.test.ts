// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { withSoundType } from './with-sound-type.ts'

afterEach(() => vi.restoreAllMocks())

/** A browser that finds a picture of this width in every file; null: it cannot read any. */
function browserFinds(width: number | null): void {
  vi.spyOn(HTMLVideoElement.prototype, 'load').mockImplementation(function load(this: HTMLVideoElement) {
    Object.defineProperty(this, 'videoWidth', { value: width ?? 0 })
    queueMicrotask(() => this.dispatchEvent(new Event(width === null ? 'error' : 'loadedmetadata')))
  })
}

const file = (type: string) => new File(['bytes'], 'note.webm', { type })

test('a WebM without a picture is a sound', async () => {
  browserFinds(0)
  expect(await withSoundType(file('video/webm'))).toMatchObject({ type: 'audio/webm', name: 'note.webm' })
})

test('a video with a picture, one that cannot be read, and other files stay as they are', async () => {
  browserFinds(320)
  const video = file('video/webm')
  expect(await withSoundType(video)).toBe(video)
  browserFinds(null)
  expect(await withSoundType(video)).toBe(video)
  browserFinds(0)
  for (const type of ['image/png', 'audio/mpeg', 'video/quicktime', 'video/mp4']) {
    const other = file(type)
    expect(await withSoundType(other)).toBe(other)
  }
})
