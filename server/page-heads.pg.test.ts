import { rm } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Asset } from './domains/content/assets/entity.ts'
import { makeAsset, makeUpload } from './domains/content/assets/testing/asset.ts'
import { Post } from './domains/content/posts/entity.ts'
import { Stream } from './domains/live/streams/entity.ts'
import { begin } from './domains/live/streams/testing/begin.ts'
import { useMemoryEngine } from './domains/live/streams/testing/memory-engine.ts'
import { User } from './domains/people/accounts/entity.ts'
import { Performer } from './domains/people/performers/entity.ts'
import { changeSettings } from './domains/site/settings/commands.ts'
import { transact } from './infra/database/transaction.ts'
import { Attachment } from './infra/files/attachment.ts'
import type { File } from './infra/files/entity.ts'
import type { Rendition } from './infra/files/storage/storage.ts'
import { mountSitemap } from './infra/heads/sitemap.ts'
import { HttpServer } from './infra/http/http-server.ts'
import { createRequestPipeline } from './infra/http/request-pipeline.ts'
import type { Handler } from './infra/http/request-pipeline.ts'
import { makePerson } from './infra/sync/testing/person.ts'
import type { Person } from './infra/sync/testing/person.ts'
import { startTestServer } from './testing/server.ts'
import type { TestServer } from './testing/server.ts'

const IN_SWEDEN = '2.64.0.1'
const IN_NORWAY = '193.213.112.4'
/** Locked pictures are red, those that advertise them green; portraits are blue. */
const [LOCKED, ADVERT, PORTRAIT] = ['#f00', '#0f0', '#00f']
const WORDS = 'canarywords under the third pot'
const TITLE = 'Cardtitle'

let elapsedMs = 0
let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: 1, publicUrl: 'https://vesper.example' },
    clock: () => new Date(Date.now() + elapsedMs),
    // They would end streams, whose media they miss for minutes.
    services: 'off',
  })
  useMemoryEngine(server.app)
})
afterAll(() => server.stop())
afterEach(() => {
  // A page goes out without its head where that fails.
  const lines = server.logLines.splice(0).map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })
  expect(lines.flatMap(({ msg, err }) => (msg.includes('head') ? (err?.message ?? msg) : []))).toEqual([])
})

const kinds = ['post', 'gallery', 'video', 'product', 'stream', 'creator'] as const
type Kind = (typeof kinds)[number]
type Access = Asset['access']
type Made = { path: string; id: string }

/** A file with bytes of one colour. */
async function store(
  owner: Person,
  [rendition, color]: readonly [Rendition, string],
  given: Partial<File> & Pick<File, 'purpose'>,
): Promise<string> {
  const id = await makeUpload(server, owner.id, { type: 'photo', status: 'ready', ...given })
  const path = server.app.storage.workPath()
  await sharp({ create: { width: 900, height: 700, channels: 3, background: color } })
    .withExif({ IFD0: { Make: 'Secretphone' } })
    .jpeg()
    .toFile(path)
  await server.app.storage.put(id, rendition, path)
  return id
}

async function attach(fileId: string, holder: Pick<Attachment, 'holderType' | 'holderId' | 'role'>): Promise<void> {
  await transact(server.app, null, async ({ em }) => void em.create(Attachment, { fileId, position: 0, ...holder }))
}

async function makeCreator(): Promise<Person> {
  const person = await makePerson(server, `head_${(count += 1)}`, true)
  const cover = await store(person, ['cover', PORTRAIT], { purpose: 'cover' })
  await server.app.orm.em.fork().nativeUpdate(User, { id: person.id }, { coverFileId: cover, bio: 'Fog & <salt>' })
  return person
}

const clip = { type: 'video', mimeType: 'video/mp4', hasPoster: true, durationMs: 61_000 } as const

const makers: Readonly<Record<Kind, (by: Person, given: { access: Access; price: number }) => Promise<Made>>> = {
  async post(by, { access, price }) {
    const id = v7()
    await transact(server.app, null, async ({ em, now }) => {
      const dates = { publishedAt: now, createdAt: now, updatedAt: now }
      const post = { id, performerId: by.id, seq: 1, status: 'published' as const, text: WORDS }
      em.create(Post, { ...post, ...dates, access, price })
    })
    const holder = { holderType: 'post', holderId: id }
    await attach(await store(by, ['original', LOCKED], { purpose: 'feed-photo' }), { ...holder, role: 'file' })
    return { id, path: `/posts/${id}` }
  },
  async gallery(by, given) {
    const { id } = await makeAsset(server, by.id, { kind: 'gallery', title: TITLE, description: WORDS, ...given })
    const photo = await makeAsset(server, by.id, { kind: 'photo', galleryId: id, position: 0, title: WORDS })
    const file = await store(by, ['original', LOCKED], { purpose: 'gallery-photo' })
    await attach(file, { holderType: 'asset', holderId: photo.id, role: 'file' })
    return { id, path: `/galleries/${id}` }
  },
  async video(by, given) {
    const { id } = await makeAsset(server, by.id, { kind: 'video', title: TITLE, description: WORDS, ...given })
    const main = await store(by, ['poster', LOCKED], { purpose: 'video', ...clip })
    await attach(main, { holderType: 'asset', holderId: id, role: 'main' })
    return { id, path: `/videos/${id}` }
  },
  async product(by, given) {
    const sold = { kind: 'product', type: 'digital', title: TITLE, description: WORDS } as const
    const { id } = await makeAsset(server, by.id, { ...sold, ...given, price: 30 })
    const file = await store(by, ['original', LOCKED], { purpose: 'product-file' })
    await attach(file, { holderType: 'asset', holderId: id, role: 'file' })
    return { id, path: `/products/${id}` }
  },
  async stream(by, { access, price }) {
    const title = access === 'public' ? WORDS : TITLE
    const { id } = await begin(server, by, { title, access, price: access === 'paid' ? price : null })
    await server.app.orm.em.fork().nativeUpdate(Stream, { id }, { status: 'live', startedAt: server.app.clock() })
    return { id, path: `/live/${by.user.username}` }
  },
  async creator(by) {
    await server.app.orm.em.fork().nativeUpdate(User, { id: by.id }, { bio: WORDS })
    return { id: by.id, path: `/${by.user.username}` }
  },
}

const change = (changes: Parameters<typeof changeSettings>[1]) =>
  transact(server.app, null, (tx) => changeSettings(tx, changes))

type Visit = { ip?: string; method?: string; headers?: Record<string, string> }

function visit(path: string, { ip = IN_SWEDEN, ...init }: Visit = {}): Promise<Response> {
  return fetch(server.url + path, { ...init, headers: { 'x-forwarded-for': ip, ...init.headers } })
}

/** All addresses that the sitemap has now. */
async function sitemap(ip = IN_SWEDEN): Promise<string> {
  elapsedMs += 11 * 60_000
  const index = await (await visit('/sitemap.xml', { ip })).text()
  const parts = [...index.matchAll(/<loc>https:\/\/vesper\.example(.*?)<\/loc>/g)]
  const texts = await Promise.all(parts.map(async ([, path = '']) => (await visit(path, { ip })).text()))
  return [index, ...texts].join('\n')
}

const sharedOf = (html: string) => /"og:image" content="https:\/\/vesper\.example([^"]+)"/.exec(html)?.[1]

/** The colour of most of the picture of a page. */
async function colourOf(html: string): Promise<string | null> {
  const address = sharedOf(html)
  if (address === undefined) return null
  const answer = await visit(address)
  expect(answer.status, address).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height, format, exif } = await sharp(bytes).metadata()
  expect({ width, height, format, exif }).toEqual({ width: 1200, height: 630, format: 'jpeg', exif: undefined })
  expect(bytes.includes('Secretphone')).toBe(false)
  const { dominant } = await sharp(bytes).stats()
  const [first] = Object.entries({ [LOCKED]: dominant.r, [ADVERT]: dominant.g, [PORTRAIT]: dominant.b }).toSorted(
    ([, one], [, other]) => other - one,
  )
  return first?.[0] ?? null
}

const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as Record<
    string,
    unknown
  >

describe.for(kinds)('the page of an open %s', (kind) => {
  test('has its words, its picture, its address and its data, and stands in the sitemap', async () => {
    const by = await makeCreator()
    const { path } = await makers[kind](by, { access: 'public', price: 0 })
    const answer = await visit(path)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    expect(html).toContain(`<link rel="canonical" href="https://vesper.example${path}" data-head />`)
    expect(html).toContain(WORDS)
    expect(html).not.toContain('noindex')
    const expected = {
      post: LOCKED,
      gallery: LOCKED,
      video: LOCKED,
      product: PORTRAIT,
      stream: PORTRAIT,
      creator: PORTRAIT,
    }
    expect(await colourOf(html)).toBe(expected[kind])
    const type = {
      post: 'Article',
      gallery: 'ImageGallery',
      video: 'VideoObject',
      product: 'Product',
      stream: 'VideoObject',
    }
    expect(dataOf(html)).toMatchObject({
      ...{ '@context': 'https://schema.org', '@type': kind === 'creator' ? 'ProfilePage' : type[kind] },
      url: `https://vesper.example${path}`,
    })
    expect(await sitemap()).toContain(`<loc>https://vesper.example${path}</loc><lastmod>20`)
    // The session of the caller changes nothing but that the app asks for what the page shows.
    const own = await visit(path, { headers: { authorization: `Bearer ${by.token}`, cookie: `token=${by.token}` } })
    const shownFirst = /(<div id="first">.*)?<script type="application\/json" id="first-answers">.*?<\/script>/s
    expect(await own.text()).toBe(html.replace(shownFirst, ''))
    const head = await visit(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, answer.headers.get('etag')])
  })
})

const lockable = kinds.filter((kind) => kind !== 'creator')
const locks = lockable.flatMap((kind) =>
  (['paid', 'subscribers', 'followers'] as const).map((access) => [kind, access] as const),
)

describe.for(locks)('the page of a %s for %s', ([kind, access]) => {
  test('tells its terms, and no word and no picture of what is locked', async () => {
    const by = await makeCreator()
    await server.app.orm.em.fork().nativeUpdate(Performer, { userId: by.id }, { monthlyPrice: 499 })
    const { path, id } = await makers[kind](by, { access, price: access === 'paid' ? 30 : 0 })
    const html = await (await visit(path)).text()
    const terms = { paid: '30 tokens ($1.50)', subscribers: 'for subscribers', followers: 'for followers' }[access]
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain(kind === 'product' ? terms && '30 tokens ($1.50)' : terms)
    expect(html.includes('from $4.99 a month')).toBe(access === 'subscribers')
    if (kind === 'post') expect(html).toContain(`<title>Photo post by ${by.user.name} · ${terms}</title>`)
    if (kind === 'post' || kind === 'gallery') expect(html).toContain('1 photo.')
    expect(html).not.toMatch(/canary|third pot/)
    expect(await colourOf(html)).toBe(PORTRAIT)
    if (access === 'paid' && kind !== 'stream')
      expect(dataOf(html)['offers']).toMatchObject({ price: '1.50', priceCurrency: 'USD' })
    expect(await sitemap()).not.toContain(id)
    if (kind !== 'post' && kind !== 'video') return
    // A picture that advertises it takes the place of the portrait.
    const thumbnail = await store(by, ['original', ADVERT], { purpose: 'video-thumbnail' })
    await attach(thumbnail, { holderType: kind === 'post' ? 'post' : 'asset', holderId: id, role: 'thumbnail' })
    expect(await colourOf(await (await visit(path)).text())).toBe(ADVERT)
  })
})

type Change = (made: Made, by: Person) => Promise<unknown>
const em = () => server.app.orm.em.fork()
const setStatus =
  (status: 'removed' | 'hidden'): Change =>
  async ({ id }) => {
    await em().nativeUpdate(Post, { id }, { status })
    await em().nativeUpdate(Asset, { id }, { status })
    if (status === 'hidden') await em().nativeUpdate(Stream, { id }, { isHidden: true })
  }
const suspend: Change = (_made, { id }) => em().nativeUpdate(User, { id }, { status: 'suspended' })
const gone: readonly (readonly [what: string, change: Change, of: readonly Kind[]])[] = [
  ['removed', setStatus('removed'), ['post', 'gallery', 'video', 'product']],
  ['hidden by staff', setStatus('hidden'), ['post', 'gallery', 'video', 'product', 'stream']],
  ['of a suspended creator', suspend, kinds],
  [
    'of a creator who is not approved',
    (_, { id }) => em().nativeUpdate(Performer, { userId: id }, { verification: 'rejected' }),
    kinds,
  ],
  ['of a creator without an address', (_, { id }) => em().nativeUpdate(User, { id }, { emailVerifiedAt: null }), kinds],
]
const cases = gone.flatMap(([what, change, of]) => of.map((kind) => ({ what, change, kind })))

test.for(cases)('a $kind that is $what is 404, as one that never was', async ({ kind, change }) => {
  const by = await makeCreator()
  const made = await makers[kind](by, { access: 'public', price: 0 })
  const shared = sharedOf(await (await visit(made.path)).text())
  await change(made, by)
  const unknown = await visit(`/posts/${v7()}`)
  const answer = await visit(made.path)
  expect([answer.status, unknown.status]).toEqual([404, 404])
  expect(await answer.text()).toBe(await unknown.text())
  expect(answer.headers.get('etag')).toBe(unknown.headers.get('etag'))
  expect((await visit(String(shared))).status).toBe(404)
  expect(await sitemap()).not.toContain(made.path)
})

test.for(kinds)('a %s is 404 in a country that its creator blocks, and there alone', async (kind) => {
  const by = await makeCreator()
  const { path } = await makers[kind](by, { access: 'public', price: 0 })
  const shared = String(sharedOf(await (await visit(path)).text()))
  await em().nativeUpdate(Performer, { userId: by.id }, { blockedCountries: ['NO'] })
  const there = await visit(path, { ip: IN_NORWAY })
  expect(there.status).toBe(404)
  expect(await there.text()).toBe(await (await visit(`/videos/${v7()}`)).text())
  expect([(await visit(path)).status, (await visit(shared, { ip: IN_NORWAY })).status]).toEqual([200, 404])
  const locs = [await sitemap(), await sitemap(IN_NORWAY)].map((text) => text.includes(`${path}</loc>`))
  expect(locs).toEqual([true, false])
})

test('a site that is closed for work answers each page 503 with a time to come back, and a link shows nothing', async () => {
  const by = await makeCreator()
  const { path } = await makers.gallery(by, { access: 'public', price: 0 })
  const shared = String(sharedOf(await (await visit(path)).text()))
  const etag = String((await visit(path)).headers.get('etag'))
  await change({ maintenance: true })
  try {
    for (const asked of [path, `/${by.user.username}`, '/', '/explore', '/wallet', `/posts/${v7()}`]) {
      const answer = await visit(asked, { headers: { 'if-none-match': etag } })
      const html = await answer.text()
      expect([asked, answer.status, answer.headers.get('retry-after')]).toEqual([asked, 503, '60'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('noindex')
      expect(html).toContain('<title>')
      expect(html).not.toMatch(/og:|canonical|Cardtitle|canary/)
      expect(html).not.toContain(by.user.name)
    }
    expect((await visit(path, { method: 'HEAD' })).status).toBe(503)
    expect([(await visit(shared)).status, (await visit('/sitemap.xml')).status]).toEqual([503, 503])
    // Robots stay away for good from a site whose rules they cannot read.
    expect((await visit('/robots.txt')).status).toBe(200)
  } finally {
    await change({ maintenance: false })
  }
  expect((await visit(path)).status).toBe(200)
})

test('a site that is closed to a country tells it nothing of a page, and of no end', async () => {
  const by = await makeCreator()
  const { path } = await makers.gallery(by, { access: 'public', price: 0 })
  await change({ blockedCountries: ['NO'] })
  try {
    const there = await visit(path, { ip: IN_NORWAY })
    const html = await there.text()
    expect([there.status, there.headers.get('retry-after')]).toEqual([200, null])
    expect(html).toContain('noindex')
    expect(html).not.toMatch(/og:|canonical|Cardtitle|canary/)
    expect(await (await visit(path)).text()).toContain('og:title')
  } finally {
    await change({ blockedCountries: [] })
  }
})

test('a post is there from the moment it is published', async () => {
  const by = await makeCreator()
  const { id, path } = await makers.post(by, { access: 'public', price: 0 })
  await em().nativeUpdate(
    Post,
    { id },
    { status: 'scheduled', publishedAt: null, scheduledAt: new Date(Date.now() + 1000) },
  )
  expect((await visit(path)).status).toBe(404)
  expect(await sitemap()).not.toContain(id)
  await em().nativeUpdate(Post, { id }, { status: 'published', publishedAt: new Date(Date.now() - 1000) })
  expect((await visit(path)).status).toBe(200)
})

test('text of people ends no attribute and no element', async () => {
  const by = await makeCreator()
  const evil = `"><script>alert(1)</script><!-- ' & \u2028`
  await em().nativeUpdate(User, { id: by.id }, { name: evil.slice(0, 60), bio: `</script>${evil}` })
  const { path, id } = await makers.gallery(by, { access: 'public', price: 0 })
  await em().nativeUpdate(Asset, { id }, { title: evil, description: `</script>${evil}` })
  for (const address of [path, `/${by.user.username}`]) {
    const html = await (await visit(address)).text()
    // One for robots, and one for the app where the page has answers.
    const scripts = 1 + Number(html.includes('id="first-answers"'))
    expect(html.match(/<script/g)).toHaveLength(scripts)
    expect(html.match(/<\/script/g)).toHaveLength(scripts)
    expect(html).not.toContain('<!--')
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)')
    expect(JSON.stringify(dataOf(html))).toContain('alert(1)')
  }
})

test('private pages keep out of search engines, and pages for everybody have their address', async () => {
  for (const path of ['/wallet', '/user/account', `/messages/${v7()}`, '/auth/login', '/creator/studio/x/y']) {
    const answer = await visit(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).toContain('noindex')
  }
  for (const path of ['/', '/explore', '/live', '/terms']) {
    const html = await (await visit(path)).text()
    expect(html).toContain(`href="https://vesper.example${path}"`)
    expect(html).not.toContain('noindex')
  }
  expect(await (await visit('/pages/terms')).text()).toContain('https://vesper.example/pages/terms')
})

test('an address that means nothing is 404, and throws nowhere', async () => {
  const before = server.logLines.length
  const odd = [
    '/%',
    '/posts/%E0%A4%A',
    '/posts/%00',
    '/posts/x/y',
    `/posts/${'a'.repeat(300)}`,
    '/nobody.here',
    '/a/b',
    '/live/%27',
  ]
  for (const path of [
    ...odd,
    '/share/',
    '/share/posts.jpg',
    '/share/%.jpg',
    '/share//x.jpg',
    '/sitemap-posts-0.xml',
    '/sitemap-users-1.xml',
  ]) {
    expect([path, (await visit(path)).status]).toEqual([path, 404])
  }
  expect(server.logLines.slice(before).filter((line) => /"level":(40|50)/.test(line))).toEqual([])
})

test('robots learn of the sitemap and of what is not for them', async () => {
  const robots = await (await visit('/robots.txt')).text()
  expect(robots).toContain('Sitemap: https://vesper.example/sitemap.xml\n')
  for (const line of ['/api/', '/wallet$', '/wallet/', '/messages/', '/auth/', '/share$'])
    expect(robots).toContain(`Disallow: ${line}\n`)
  expect(robots).not.toMatch(/Disallow: \/(live|posts|explore|share\/|\n)/)
})

test('a sitemap has parts of so many addresses, and each address once', async () => {
  const others = new HttpServer({ exclusivePort: false })
  const exchange = createRequestPipeline(server.app)
  const unknown: Handler = () => {
    throw new Refusal('not-found', 'There is nothing here.')
  }
  others.any('/*', exchange(mountSitemap({ server: others, app: server.app, exchange }, unknown, 2)))
  await others.listen(0, '127.0.0.1')
  const at = `http://127.0.0.1:${others.port}`
  const by = await makeCreator()
  for (let made = 0; made < 3; made += 1) await makeAsset(server, by.id, { kind: 'gallery' })
  const index = await (await fetch(`${at}/sitemap.xml`)).text()
  const parts = [...index.matchAll(/vesper\.example(\/sitemap-galleries-\d+\.xml)/g)].map(([, path]) => path)
  const texts = await Promise.all(parts.map(async (path) => (await fetch(at + path)).text()))
  const counts = texts.map((text) => text.match(/<url>/g)?.length)
  const [{ count } = { count: 0 }] = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from asset a join "user" u on u.id = a.performer_id and u.status = 'active'
       and u.email_verified_at is not null join performer p on p.user_id = u.id and p.verification = 'approved'
     where a.kind = 'gallery' and a.status = 'active' and a.access = 'public'`,
  )
  expect(counts).toEqual([...Array.from({ length: Math.floor(count / 2) }, () => 2), ...(count % 2 === 1 ? [1] : [])])
  const locs = texts.flatMap((text) => text.match(/<loc>.*?<\/loc>/g) ?? [])
  expect(new Set(locs).size).toBe(count)
  const beyond = await (await fetch(`${at}/sitemap-galleries-${parts.length + 1}.xml`)).text()
  expect(beyond).not.toContain('<url>')
  await others.drain(100)
})

test('the address of another site stands in all of it', async () => {
  const by = await makeCreator()
  const { path } = await makers.post(by, { access: 'paid', price: 1 })
  const { config } = server.app
  const before = config.publicUrl
  config.publicUrl = 'https://other.example:8443'
  try {
    const html = await (await visit(path)).text()
    const robots = await (await visit('/robots.txt')).text()
    expect(html + robots).not.toContain('vesper.example')
    expect(html).toContain(`<meta property="og:url" content="https://other.example:8443${path}"`)
    expect(html).toContain('1 token ($0.05)')
  } finally {
    config.publicUrl = before
  }
})

test('a picture is made once for all who ask together, and goes with its file', async () => {
  const by = await makeCreator()
  const { path } = await makers.gallery(by, { access: 'public', price: 0 })
  const shared = String(sharedOf(await (await visit(path)).text()))
  const answers = await Promise.all(Array.from({ length: 5 }, () => visit(shared)))
  const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength))
  expect([new Set(sizes).size, answers.map(({ status }) => status)]).toEqual([1, [200, 200, 200, 200, 200]])
  const head = await visit(shared, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(sizes[0]))
  const [row] = await em().execute<{ id: string }[]>(
    `select file_id as id from attachment join asset p on p.id = holder_id where p.gallery_id = ?`,
    [path.split('/')[2]],
  )
  const kept = server.app.storage.sharedPath(String(row?.id))
  await server.app.storage.remove(String(row?.id))
  await expect(rm(kept)).rejects.toThrow('ENOENT')
  expect((await visit(shared)).status).toBe(404)
})

test('the app opens without its head when the database is gone', async () => {
  const lonely = await startTestServer()
  await lonely.loseDatabase()
  const answer = await fetch(`${lonely.url}/somebody`)
  expect([answer.status, (await answer.text()).includes('<title>')]).toEqual([200, true])
  await lonely.stop()
})
