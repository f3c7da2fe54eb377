// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropWithdrawn } from './drop-withdrawn.ts'

const callApi = vi.hoisted(() => vi.fn<(call: { body: { ids: string[] } }) => Promise<{ ids: string[] }>>())
vi.mock('../../core/api/api.ts', () => ({ callApi }))

const id = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = (path: string) => `http://localhost/media/${path}`

let kept: Set<string>
beforeEach(() => {
  kept = new Set()
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  }
  vi.stubGlobal('caches', { has: async (name: string) => name === 'media-me', open: async () => cache })
})
afterEach(() => {
  vi.unstubAllGlobals()
  callApi.mockReset()
})

test('removes every copy of a withdrawn file, and nothing else', async () => {
  const stays = [at(`${id(1)}/thumbnail`), at(`${id(3)}/avatar`)]
  kept = new Set([...stays, at(`${id(2)}/thumbnail`), at(`${id(2)}/original`), at(`${id(2)}/original?w=640`)])
  callApi.mockResolvedValue({ ids: [id(1)] })
  await dropWithdrawn('me')
  expect(callApi.mock.calls.map(([{ body }]) => body.ids)).toEqual([[id(1), id(2)]])
  expect([...kept]).toEqual(stays)
})

test('removes withdrawn posters and videos that were kept, whichever cache holds them', async () => {
  kept = new Set([at(`${id(1)}/poster`)])
  const videos = new Set([at(`${id(2)}/720p`), at(`${id(3)}/original`)])
  const cacheOf = (held: Set<string>) => ({
    keys: async () => [...held].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => held.delete(url),
  })
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async (name: string) => cacheOf(name === 'videos-me' ? videos : kept),
  })
  callApi.mockResolvedValue({ ids: [id(3)] })
  await dropWithdrawn('me')
  expect([[...kept], [...videos]]).toEqual([[], [at(`${id(3)}/original`)]])
})

test('asks about as many at once as the server takes', async () => {
  kept = new Set(Array.from({ length: 150 }, (_value, n) => at(`${id(n)}/thumbnail`)))
  callApi.mockImplementation(async ({ body }) => ({ ids: body.ids.slice(1) }))
  await dropWithdrawn('me')
  expect(callApi.mock.calls.map(([{ body }]) => body.ids.length)).toEqual([100, 50])
  expect(kept.size).toBe(148)
})

test('begins with the batch that had no answer before', async () => {
  const ids = Array.from({ length: 150 }, (_value, n) => id(n))
  kept = new Set(ids.map((one) => at(`${one}/thumbnail`)))
  callApi.mockImplementationOnce(async ({ body }) => body)
  callApi.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(dropWithdrawn('me')).rejects.toThrow()
  callApi.mockImplementation(async ({ body }) => body)
  await dropWithdrawn('me')
  await dropWithdrawn('me')
  expect(callApi.mock.calls.map(([{ body }]) => body.ids[0])).toEqual([0, 100, 100, 50, 0, 100].map(id))
})

test('keeps everything while the server does not answer, and asks nothing where nothing is kept', async () => {
  kept = new Set([at(`${id(1)}/thumbnail`)])
  callApi.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(dropWithdrawn('me')).rejects.toThrow()
  expect(kept.size).toBe(1)
  callApi.mockClear()
  await dropWithdrawn('another')
  expect(callApi).not.toHaveBeenCalled()
})
