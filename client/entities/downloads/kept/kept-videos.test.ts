import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptVideosOf } from '../../../core/media/media-cache.ts'
import { readSession } from '../../../core/session/stored-session.ts'
import { FakeCaches } from '../../../testing/fake-caches.ts'
import { keepVideo, listKeptVideos, readKeptVideo, removeKeptVideo } from './kept-videos.ts'

vi.mock(import('../../../core/session/stored-session.ts'), () => ({ readSession: vi.fn() }))

let asked: { url: string; init: RequestInit | undefined }[]
let answer: () => Response

beforeEach(() => {
  asked = []
  answer = () => new Response('film', { headers: { 'content-type': 'video/mp4', 'content-length': '4' } })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('caches', new FakeCaches())
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push({ url, init })
    return answer()
  })
  signIn('me')
})
afterEach(() => void vi.unstubAllGlobals())

function signIn(account: string): void {
  vi.mocked(readSession).mockResolvedValue({ user: { _id: account } } as Awaited<ReturnType<typeof readSession>>)
}

const video = { videoId: 'v1', title: 'A walk', view: { title: 'A walk' }, url: '/media/f1/720p?s=signed' }

function keep(onBytes = vi.fn()) {
  return keepVideo('me', video, { signal: new AbortController().signal, onBytes })
}

test('a video is fetched whole, without a range, and kept under its path', async () => {
  const onBytes = vi.fn()
  await keep(onBytes)
  expect(asked.map(({ url, init }) => [url, new Headers(init?.headers).has('range')])).toEqual([[video.url, false]])
  expect(onBytes).toHaveBeenLastCalledWith(4, 4)
  expect(await listKeptVideos('me')).toEqual([
    { videoId: 'v1', title: 'A walk', view: { title: 'A walk' }, size: 4, path: '/media/f1/720p' },
  ])
  expect(await (await readKeptVideo('me', 'v1'))?.bytes.text()).toBe('film')
})

test('a video that breaks off, or is only a part, leaves nothing', async () => {
  answer = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('fi'))
          controller.error(new TypeError('network error'))
        },
      }),
    )
  await expect(keep()).rejects.toThrow()
  answer = () => new Response('fi', { status: 206 })
  await expect(keep()).rejects.toThrow('206')
  expect([await listKeptVideos('me'), await readKeptVideo('me', 'v1')]).toEqual([[], null])
})

test('a video whose bytes are withdrawn is not listed any more', async () => {
  await keep()
  await (await caches.open(keptVideosOf('me'))).delete('/media/f1/720p')
  expect([await listKeptVideos('me'), await readKeptVideo('me', 'v1')]).toEqual([[], null])
})

test('a video that comes after its account has logged out is not kept', async () => {
  signIn('another')
  await keep()
  expect(await caches.has(keptVideosOf('me'))).toBe(false)
})

test('a video that is removed leaves no bytes', async () => {
  await keep()
  await removeKeptVideo('me', 'v1')
  expect(await (await caches.open(keptVideosOf('me'))).keys()).toEqual([])
})
