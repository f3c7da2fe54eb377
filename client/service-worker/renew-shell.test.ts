import { beforeEach, expect, test, vi } from 'vitest'
import { renewShell, SHELL } from './renew-shell.ts'

const KEY = 'https://vesper.test/index.html?__WB_REVISION__=1'
vi.mock('workbox-core', () => ({ cacheNames: { precache: 'precache' } }))
vi.mock('workbox-precaching', () => ({ getCacheKeyForURL: (url: string) => (url === '/index.html' ? KEY : undefined) }))

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let kept: Map<string, Response>

beforeEach(() => {
  kept = new Map([[KEY, page({ 'content-security-policy': "script-src 'self'", 'referrer-policy': 'same-origin' })]])
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
  }
  vi.stubGlobal('caches', { open: async (name: string) => name === 'precache' && cache })
  vi.stubGlobal('fetch', server)
  server.mockReset()
})

function page(headers: Record<string, string>, body: string | null = 'the page of before'): Response {
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', etag: '"kept"', ...headers } })
}

/** The server answers with these headers; the headers and text that are kept afterwards. */
async function keptAfter(headers: Record<string, string>): Promise<{ policy: string | null; text: string }> {
  server.mockResolvedValue(page(headers, null))
  await renewShell()
  const response = kept.get(KEY)?.clone()
  return { policy: response?.headers.get('content-security-policy') ?? null, text: (await response?.text()) ?? '' }
}

const usual = { 'content-security-policy': "script-src 'self'", 'referrer-policy': 'same-origin' }
const withCheck = { ...usual, 'content-security-policy': "script-src 'self' https://check.example/" }

test('a page gets the policy that the server sends now, and keeps its text', async () => {
  expect(await keptAfter(withCheck)).toEqual({
    policy: withCheck['content-security-policy'],
    text: 'the page of before',
  })
  expect(server).toHaveBeenCalledExactlyOnceWith(SHELL, { method: 'HEAD', cache: 'no-store' })
  expect(kept.get(KEY)?.headers.get('etag')).toBe('"kept"')
})

test('a policy that the server no longer sends is no longer kept', async () => {
  expect(await keptAfter({ 'referrer-policy': 'same-origin' })).toEqual({ policy: null, text: 'the page of before' })
})

test('only a change is told, with the headers that have changed', async () => {
  server.mockResolvedValue(page(withCheck, null))
  expect(await renewShell()).toContain('https://check.example/')
  expect(await renewShell()).toBeNull()
})

test('other headers of each answer are no change', async () => {
  const before = kept.get(KEY)
  server.mockResolvedValue(page({ ...usual, 'x-request-id': '2', etag: '"next"' }, null))
  expect(await renewShell()).toBeNull()
  expect(kept.get(KEY)).toBe(before)
})

const elsewhere = Object.defineProperty(page({}, null), 'redirected', { value: true })
test.each([
  ['a server under maintenance', new Response(null, { status: 503, headers: { 'content-type': 'text/html' } })],
  ['the login page of a network', elsewhere],
  ['a file of another kind', new Response(null, { headers: { 'content-type': 'text/plain' } })],
])('%s changes nothing', async (_of, answer) => {
  const before = kept.get(KEY)
  server.mockResolvedValue(answer)
  expect(await renewShell()).toBeNull()
  expect(kept.get(KEY)).toBe(before)
})

test('a worker that keeps no page asks nothing', async () => {
  kept.clear()
  expect(await renewShell()).toBeNull()
  expect(server).not.toHaveBeenCalled()
})
