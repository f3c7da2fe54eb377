// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMedia, isMedia } from './media-cache.ts'

let session: { user: { _id: string } } | null = null
vi.mock('../core/session/stored-session.ts', () => ({ readSession: async () => session }))

/** Cache Storage, as far as the worker uses it. */
let stored: Map<string, Map<string, Response>>
const network = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  stored = new Map()
  session = { user: { _id: 'me' } }
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, entries)
    return {
      put: async (key: string, response: Response) => void entries.set(key, response),
      match: async (key: string) => entries.get(key),
      keys: async () => [...entries.keys()],
      delete: async (key: string) => entries.delete(key),
    }
  }
  const match = async (key: string, { cacheName }: { cacheName: string }) => stored.get(cacheName)?.get(key)?.clone()
  vi.stubGlobal('caches', { open, match, delete: async (name: string) => stored.delete(name) })
  vi.stubGlobal('fetch', network)
  network.mockImplementation(async () => picture('from the server'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  network.mockReset()
})

function picture(content: string, type: ResponseType = 'basic'): Response {
  const response = new Response(content, { headers: { 'content-type': 'image/webp', 'content-length': '9' } })
  return Object.defineProperty(response, 'type', { value: type })
}

/** The content that the worker answers for a link of `viewer`. */
async function answerFor(viewer: string): Promise<string> {
  const url = new URL(`/media/1/thumbnail?v=${viewer}&e=1&s=x`, location.href)
  const answer = await answerMedia({ request: new Request(url), url })
  const content = await answer.text()
  // A copy is kept beside the answer.
  await new Promise((resolve) => setTimeout(resolve, 0))
  return content
}

test('a kept picture answers its own viewer, also without a connection', async () => {
  expect(await answerFor('me')).toBe('from the server')
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await answerFor('me')).toBe('from the server')
  expect([...stored.keys()]).toEqual(['media-me'])
})

test('a kept picture never answers another viewer, and theirs is not kept', async () => {
  await answerFor('me')
  network.mockImplementation(async () => picture('refused'))
  expect(await answerFor('other')).toBe('refused')
  expect([...(stored.get('media-me')?.keys() ?? [])]).toHaveLength(1)
  session = { user: { _id: 'other' } }
  expect(await answerFor('me')).toBe('refused')
  session = null
  expect(await answerFor('me')).toBe('refused')
  expect([...stored.keys()]).toEqual(['media-me'])
})

test('a picture that comes during a logout is not kept', async () => {
  network.mockImplementation(async () => {
    session = null
    stored.clear()
    return picture('late')
  })
  expect(await answerFor('me')).toBe('late')
  expect([...stored.keys()]).toEqual([])
})

/** The content of a picture in a width, as the account sees it. */
async function sized(path: string): Promise<string> {
  const url = new URL(path, location.href)
  const answer = await answerMedia({ request: new Request(url), url })
  const content = await answer.text()
  await new Promise((resolve) => setTimeout(resolve, 0))
  return content
}

const keptKeys = () => [...(stored.get('media-me')?.keys() ?? [])].map((key) => key.replace(location.origin, ''))

test('a picture is kept in the largest width that was shown, which answers for smaller ones', async () => {
  network.mockImplementation(async () => picture('320'))
  await sized('/media/1/original?v=me&e=1&s=x&w=320')
  network.mockImplementation(async () => picture('1080'))
  expect(await sized('/media/1/original?v=me&e=1&s=x&w=1080')).toBe('1080')
  expect(keptKeys()).toEqual(['/media/1/original?w=1080'])
  expect(await sized('/media/1/original?v=me&e=2&s=y&w=160')).toBe('1080')
  network.mockImplementation(async () => picture('whole'))
  await sized('/media/1/original?v=me&e=1&s=x')
  expect(keptKeys()).toEqual(['/media/1/original'])
  expect(await sized('/media/1/original?v=me&e=1&s=x&w=1600')).toBe('whole')
})

test('one picture is kept under the known widths alone', async () => {
  for (let width = 1; width < 1700; width += 50) await sized(`/media/1/original?v=me&e=1&s=x&w=${width}`)
  expect(keptKeys()).toEqual(['/media/1/original'])
})

test('without a connection a picture shows in any width that was seen, and in none that was not', async () => {
  await sized('/media/1/thumbnail?v=me&e=1&s=x')
  await sized('/media/2/original?v=me&e=1&s=x&w=320')
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await sized('/media/1/original?v=me&e=1&s=x&w=640')).toBe('from the server')
  expect(await sized('/media/2/original?v=me&e=1&s=x&w=1080')).toBe('from the server')
  expect(await sized('/media/2/original?v=me&e=1&s=x')).toBe('from the server')
  await expect(sized('/media/1/original?v=me&e=1&s=x')).rejects.toThrow()
  await expect(sized('/media/3/original?v=me&e=1&s=x&w=640')).rejects.toThrow()
})

test('a picture that the server no longer gives is not answered from another width', async () => {
  await sized('/media/1/original?v=me&e=1&s=x&w=320')
  network.mockImplementation(async () => new Response('gone', { status: 404 }))
  expect(await sized('/media/1/original?v=me&e=1&s=x&w=640')).toBe('gone')
})

test('a picture that a network of copies gives is kept, and one that cannot be read is not', async () => {
  network.mockImplementation(async () => picture('a copy', 'cors'))
  const link = new URL('/media/1/avatar?v=me', location.href)
  const request = new Request(link)
  // A picture of a page asks so.
  Object.defineProperty(request, 'mode', { value: 'no-cors' })
  await (await answerMedia({ request, url: link })).text()
  const [sent] = network.mock.calls[0] as unknown as [Request]
  expect([sent.mode, sent.credentials]).toEqual(['cors', 'same-origin'])
  await vi.waitFor(() => expect([...(stored.get('media-me')?.keys() ?? [])]).toHaveLength(1))
  network.mockImplementation(async () => picture('a closed book', 'opaque'))
  const other = new URL('/media/2/avatar?v=me', location.href)
  await (await answerMedia({ request: new Request(other), url: other })).text()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect([...(stored.get('media-me')?.keys() ?? [])]).toHaveLength(1)
})

const asked = (
  path: string,
  init: { headers?: Record<string, string>; method?: string; destination?: string } = {},
) => {
  const url = new URL(path, location.href)
  const request = {
    url: url.href,
    method: init.method ?? 'GET',
    headers: new Headers(init.headers),
    destination: init.destination ?? 'image',
  }
  return isMedia({ request: request as unknown as Request, url })
}

test('whole pictures of this origin are answered from the cache', () => {
  expect(asked('/media/1/thumbnail?v=u&e=1&s=x')).toBe(true)
  expect(asked('/assets/a.png')).toBe(false)
  expect(asked('https://elsewhere.test/media/1/full')).toBe(false)
})

test('a part of a file, and anything played, goes past the worker', () => {
  expect(asked('/media/1/full', { headers: { range: 'bytes=100-' } })).toBe(false)
  expect(asked('/media/1/full', { destination: 'video' })).toBe(false)
})
