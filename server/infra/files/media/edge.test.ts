import { expect, test } from 'vitest'
import { cdnLink } from './cdn-link.ts'

type Env = Record<string, unknown>
type Context = { waitUntil: (work: Promise<unknown>) => void }
type Edge = { fetch: (request: Request, env?: Env, context?: Context) => Promise<Response> }

const CDN = { url: 'https://media.vesper.test', key: 'k'.repeat(32) }
const FILE = '0197a000-0000-7000-8000-000000000001'
const path = `/media/${FILE}/720p`
const link = cdnLink(CDN, { fileId: FILE, rendition: '720p' }, new Date())

const edge = ((await import(new URL('../../../../deploy/cdn/edge.js', import.meta.url).href)) as { default: Edge })
  .default

/** An app of ten bytes that knows ranges. */
function origin(status = 200) {
  const asked: string[] = []
  const answer = (url: string, { headers }: { headers: Headers }) => {
    asked.push(url)
    const range = headers.get('range')
    const all = { 'content-length': '10', 'content-type': 'video/mp4' }
    if (status !== 200) return Promise.resolve(new Response(null, { status, headers: { 'retry-after': '7' } }))
    if (range === null) return Promise.resolve(new Response('0123456789', { headers: all }))
    const part = { 'content-length': '2', 'content-range': 'bytes 2-3/10' }
    return Promise.resolve(new Response('23', { status: 206, headers: part }))
  }
  const env: Env = { MEDIA_CDN_KEY: CDN.key, MEDIA_ORIGIN: 'https://vesper.test', fetch: answer }
  return { asked, env }
}

/** A cache as Cloudflare has it: whole answers alone are put into it, and it gives parts of them. */
function cache() {
  const held = new Map<string, string>()
  const store = {
    match({ url, headers }: Request) {
      const text = held.get(url)
      if (text === undefined) return Promise.resolve()
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.get('range') ?? '') ?? []
      if (start === undefined) return Promise.resolve(new Response(text, { headers: { 'content-length': '10' } }))
      const part = text.slice(Number(start), end ? Number(end) + 1 : undefined)
      const said = { 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/10` }
      return Promise.resolve(new Response(part, { status: 206, headers: said }))
    },
    async put({ url }: Request, answer: Response) {
      if (answer.status !== 200 || !/max-age=\d{6}/.test(answer.headers.get('cache-control') ?? ''))
        throw new TypeError('it is not kept')
      held.set(url, await answer.text())
    },
  }
  const works: Promise<unknown>[] = []
  const context: Context = { waitUntil: (work) => void works.push(work) }
  return { held, store, context, settled: () => Promise.all(works) }
}

const get = (address: string, headers: Record<string, string> = {}) => new Request(address, { headers })

test('the app is asked with the expiry and the signature alone, whatever the viewer adds', async () => {
  const { asked, env } = origin()
  for (const added of ['', '&x=1', '&v=somebody', '&w=640', '&e=1', '&s=other'])
    expect((await edge.fetch(get(link + added), env)).status).toBe(200)
  expect(new Set(asked)).toEqual(new Set([`https://vesper.test${link.slice(CDN.url.length)}`]))
  expect((await edge.fetch(get(link.replace('?', '?e=1&')), env)).status).toBe(403)
})

test('an origin with a slash at its end is asked without one', async () => {
  for (const slashes of ['/', '//']) {
    const { asked, env } = origin()
    await edge.fetch(get(link), { ...env, MEDIA_ORIGIN: `https://vesper.test${slashes}` })
    expect(asked[0]?.startsWith(`https://vesper.test${path}?e=`)).toBe(true)
  }
})

test.each(['MEDIA_CDN_KEY', 'MEDIA_ORIGIN'])('without %s it says so, and asks nobody', async (name) => {
  const { asked, env } = origin()
  for (const given of [
    { ...env, [name]: undefined },
    { ...env, [name]: '' },
  ]) {
    const answer = await edge.fetch(get(link), given)
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining(name)])
  }
  expect(asked).toEqual([])
})

test('variables may stand in the global object, where a platform gives none', async () => {
  const { env } = origin()
  Object.assign(globalThis, { MEDIA_CDN_KEY: CDN.key, MEDIA_ORIGIN: 'https://vesper.test' })
  const { fetch: before } = globalThis
  globalThis.fetch = env['fetch'] as typeof fetch
  try {
    expect((await edge.fetch(get(link))).status).toBe(200)
    expect((await edge.fetch(get(link), {})).status).toBe(200)
  } finally {
    globalThis.fetch = before
    for (const name of ['MEDIA_CDN_KEY', 'MEDIA_ORIGIN']) Reflect.deleteProperty(globalThis, name)
  }
})

test.each(['default', 'open'] as const)('the cache (caches.%s) has a file by its path alone', async (kind) => {
  const { asked, env } = origin()
  const { held, store, context, settled } = cache()
  const caches = kind === 'default' ? { default: store } : { open: () => Promise.resolve(store) }
  const ask = async (address: string, range?: string) => {
    const answer = await edge.fetch(get(address, range ? { range } : {}), { ...env, caches }, context)
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  // A part that comes first is of the origin, and is not taken for the whole.
  expect(await ask(link, 'bytes=2-3')).toEqual([206, 'bytes 2-3/10', '23'])
  await settled()
  expect(held.size).toBe(0)
  expect(await ask(link, 'bytes=0-')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  await settled()
  expect([...held.keys()]).toEqual([CDN.url + path])
  const later = cdnLink(CDN, { fileId: FILE, rendition: '720p' }, new Date(Date.now() + 300_000))
  expect(await ask(later, 'bytes=2-3')).toEqual([206, 'bytes 2-3/10', '23'])
  expect(await ask(later)).toEqual([200, null, '0123456789'])
  expect(asked.length).toBe(2)
  // A held answer is for links alone.
  expect((await ask(CDN.url + path))[0]).toBe(403)
  const old = cdnLink(CDN, { fileId: FILE, rendition: '720p' }, new Date(Date.now() - 900_000))
  expect((await ask(old))[0]).toBe(403)
})

test('a cache that fails leaves the answer as it is', async () => {
  const { env } = origin()
  const fails = () => Promise.reject(new Error('away'))
  const answer = await edge.fetch(get(link), { ...env, caches: { default: { match: fails, put: fails } } })
  expect(await answer.text()).toBe('0123456789')
})

test('a viewer is told when to come back to an app that has too many calls', async () => {
  const answer = await edge.fetch(get(link), origin(429).env)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
})
