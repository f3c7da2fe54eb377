import { firstCalls, furtherCalls } from '@vesper/sync/vesper/api/first-calls.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { flushViews } from './content/count-view.ts'
import { makeAsset } from './domains/content/assets/testing/asset.ts'
import { Post } from './domains/content/posts/entity.ts'
import { Performer } from './domains/people/performers/entity.ts'
import { changeSettings } from './domains/site/settings/commands.ts'
import { transact } from './infra/database/transaction.ts'
import { makePerson } from './infra/sync/testing/person.ts'
import type { Person } from './infra/sync/testing/person.ts'
import { startTestServer } from './testing/server.ts'
import type { TestServer } from './testing/server.ts'

const WARM = { timeout: 15_000, interval: 50 }
const IN_NORWAY = '193.213.112.4'

let server: TestServer
let creator: Person
let count = 0
let seq = 0

beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 }, services: 'off' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  creator = await makePerson(server, `ada${(count += 1)}`, true)
})

async function makePost(text: string, access: Post['access'] = 'public'): Promise<string> {
  const id = v7()
  await transact(server.app, null, async ({ em, now }) => {
    const dates = { publishedAt: now, createdAt: now, updatedAt: now }
    const post = { id, performerId: creator.id, seq: (seq += 1), status: 'published' as const, text }
    em.create(Post, { ...post, ...dates, access, price: access === 'paid' ? 25 : 0 })
  })
  return id
}

const change = (changes: Parameters<typeof changeSettings>[1]) =>
  transact(server.app, null, (tx) => changeSettings(tx, changes))

type Given = { ip?: string; cookie?: string }

async function answersOf(path: string, { ip = '2.64.0.1', cookie }: Given = {}): Promise<Record<string, unknown>> {
  const headers = { 'x-forwarded-for': ip, accept: 'text/html', ...(cookie && { cookie }) }
  const html = await (await fetch(server.url + path, { headers })).text()
  const written = /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'
  return JSON.parse(written) as Record<string, unknown>
}

async function asked(url: string, ip = '2.64.0.1'): Promise<unknown> {
  return (await fetch(server.url + url, { headers: { 'x-forwarded-for': ip } })).json()
}

test('a page has the very answers that a visitor gets from the API', async () => {
  const post = await makePost('Once </script><b>upon')
  const profile = `/performers/${creator.user.username}`
  const calls = {
    [`/posts/${post}`]: [`/user/feeds/${post}`],
    [`/${creator.user.username}`]: [profile, ...furtherCalls(profile, { _id: creator.id })],
    '/explore': firstCalls('/explore', 'visitor').filter((call) => !call.includes('random')),
  }
  for (const [path, expected] of Object.entries(calls)) {
    // A page that waits long for its answers goes out without them: a busy machine is asked again.
    const answers = await vi.waitFor(async () => {
      const found = await answersOf(path)
      expect(Object.keys(found), path).toEqual(expect.arrayContaining(expected.map((call) => `/api${call}`)))
      return found
    }, WARM)
    for (const call of expected) expect(answers[`/api${call}`]).toEqual(await asked(`/api${call}`))
  }
  expect(Object.keys(await answersOf('/explore'))).toHaveLength(3)
})

test('no word of a locked post stands in its page, nor in the page of its creator', async () => {
  const beginning = 'My ash glaze, after nine years in a drawer: '
  const open = await makePost(`${beginning} open to all. `.repeat(5))
  expect(JSON.stringify(await answersOf(`/posts/${open}`))).toContain('ash glaze')
  const locked = await makePost(`${beginning} forty-two of ash. `.repeat(5), 'paid')
  expect(JSON.stringify(await asked(`/api/user/feeds/${locked}`))).toContain('ash glaze')
  for (const path of [`/posts/${locked}`, `/${creator.user.username}`]) {
    const html = await (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text()
    expect(html, path).not.toMatch(/ash|glaze/)
  }
  expect(Object.keys(await answersOf(`/${creator.user.username}`))).toContain(
    `/api/performers/${creator.user.username}`,
  )
})

test('pages of galleries, videos and products have their answers, and to fill them is no view', async () => {
  const photo = { type: 'photo', status: 'ready', width: 900, height: 600 } as const
  const { id: gallery } = await makeAsset(server, creator.id, { kind: 'gallery', description: 'Ash glazes' })
  await makeAsset(server, creator.id, { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: photo } })
  const video = { type: 'video', status: 'ready' } as const
  const { id: film } = await makeAsset(server, creator.id, { kind: 'video', files: { mainId: video } })
  const { id: bowl } = await makeAsset(server, creator.id, { kind: 'product', type: 'physical', price: 40 })
  const api = '/performer-assets'
  const photos = furtherCalls(`${api}/galleries/${gallery}`, { _id: gallery })
  const calls = {
    [`/galleries/${gallery}`]: [`${api}/galleries/${gallery}`, ...photos],
    [`/videos/${film}`]: [`${api}/videos/${film}`],
    [`/products/${bowl}`]: [`${api}/products/${bowl}`],
  }
  for (const [path, expected] of Object.entries(calls)) {
    const answers = await vi.waitFor(async () => {
      const found = await answersOf(path)
      expect(Object.keys(found), path).toEqual(expected.map((call) => `/api${call}`))
      return found
    }, WARM)
    await flushViews(server.app)
    for (const call of expected) {
      const answer = await asked(`/api${call}`)
      expect(answers[`/api${call}`]).toEqual(answer)
      if (call.includes(path)) expect(answer).toMatchObject({ views: 0 })
    }
  }
})

test('a browser that saves data gets the page of a gallery without its photos, and no cache mixes the two', async () => {
  const photo = { type: 'photo', status: 'ready', width: 900, height: 600 } as const
  const { id: gallery } = await makeAsset(server, creator.id, { kind: 'gallery' })
  await makeAsset(server, creator.id, { kind: 'photo', galleryId: gallery, position: 0, files: { fileId: photo } })
  const tilesOf = async (headers: Record<string, string>) => {
    const answer = await fetch(`${server.url}/galleries/${gallery}`, { headers: { accept: 'text/html', ...headers } })
    expect(answer.headers.get('vary')).toMatch(/save-data/)
    return /<div class="tiles">.*?<\/div>/.exec(await answer.text())?.[0]
  }
  await vi.waitFor(async () => expect(await tilesOf({})).toContain('<img'), WARM)
  await vi.waitFor(
    async () => expect(await tilesOf({ 'save-data': 'on' })).toBe('<div class="tiles"><div></div>'),
    WARM,
  )
})

test('nothing of a locked gallery, video or product stands in its page beyond its head', async () => {
  const description = `${'Of nine years. '.repeat(20)}Forty-two of ash.`
  const file = { type: 'photo', status: 'ready' } as const
  const locked = { access: 'subscribers', description } as const
  const gallery = await makeAsset(server, creator.id, { kind: 'gallery', ...locked })
  const inside = await makeAsset(server, creator.id, { kind: 'photo', galleryId: gallery.id, files: { fileId: file } })
  const film = await makeAsset(server, creator.id, {
    ...{ kind: 'video', ...locked },
    files: { mainId: { type: 'video', status: 'ready' } },
  })
  for (const [path, secret] of [
    [`/galleries/${gallery.id}`, inside.files.fileId],
    [`/videos/${film.id}`, film.files.mainId],
  ] as const) {
    const html = await (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('<title>')
    for (const canary of ['Forty-two', 'first-answers', 'id="first"', secret ?? ''])
      expect(html, path).not.toContain(canary)
  }
})

test('a browser in which somebody is signed in gets none: its app asks as that account', async () => {
  expect(await answersOf('/explore', { cookie: 'token=a' })).toEqual({})
})

test('a page that is not there, one of accounts, and one hidden from the country have none', async () => {
  const post = await makePost('Here')
  await vi.waitFor(async () => expect(await answersOf(`/posts/${post}`)).not.toEqual({}), WARM)
  await server.app.orm.em.fork().nativeUpdate(Performer, { userId: creator.id }, { blockedCountries: ['NO'] })
  const paths = [`/posts/${post}`, `/${creator.user.username}`, `/posts/${v7()}`, '/home', '/wallet', '/posts/%E0%A4%A']
  for (const path of paths) expect(await answersOf(path, { ip: IN_NORWAY }), path).toEqual({})
  expect(JSON.stringify(await answersOf('/explore', { ip: IN_NORWAY }))).not.toContain(creator.id)
})

test('a site that is closed for work tells nothing', async () => {
  await change({ maintenance: true })
  try {
    expect(await answersOf('/explore')).toEqual({})
  } finally {
    await change({ maintenance: false })
  }
})

test('an address gets the answers of 120 pages a minute, and the app asks from then on', async () => {
  const limited = await startTestServer({ config: { trustProxy: 1, rateLimits: 'on' }, services: 'off' })
  try {
    const has = async (ip: string) =>
      (await (await fetch(`${limited.url}/explore`, { headers: { 'x-forwarded-for': ip } })).text()).includes(
        'first-answers',
      )
    await vi.waitFor(async () => expect(await has('2.64.0.8')).toBe(true), WARM)
    // A few at a time: a page that waits long for its answers goes out without them.
    for (let batch = 0; batch < 17; batch += 1) await Promise.all(Array.from({ length: 7 }, () => has('2.64.0.9')))
    expect(await has('2.64.0.9')).toBe(true)
    expect([await has('2.64.0.9'), await has('2.64.0.10')]).toEqual([false, true])
  } finally {
    await limited.stop()
  }
})
