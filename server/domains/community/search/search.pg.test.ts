import { SEARCH_FIRST } from '@vesper/sync/vesper/api/search.ts'
import type { SearchAnswer } from '@vesper/sync/vesper/api/search.ts'
import { folded } from '@vesper/sync/vesper/records/folded-text.ts'
import { searchCases } from '@vesper/sync/vesper/testing/search-cases.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Asset } from '../../content/assets/entity.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { Post } from '../../content/posts/entity.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { Entitlement, Membership } from '../../people/grants/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import { Block } from '../blocks/entity.ts'
import { forgetKeywords } from './keywords.ts'

const DAY_MS = 86_400_000

test('posts, creators, titles and lists find words of every script as devices do', async ({ server, creator }) => {
  const { id: gallery } = await makeAsset(server, creator.id, { kind: 'gallery', title: 'x' })
  const post = await makePost(server, creator.id, { text: 'x' })
  const em = server.app.orm.em.fork()
  const own = async (path: `GET /${string}`) => (await call(server, path, { token: creator.token })).body['total']
  for (const { kind, text, found, missed } of searchCases) {
    await rename(server, creator.id, text)
    await em.nativeUpdate(Asset, { id: gallery }, { title: text })
    await em.nativeUpdate(Post, { id: post }, { text })
    for (const q of [...found, ...missed]) {
      const { posts, creators, galleries } = await searched(server, q)
      // Names that are spelled alike are found as well.
      const isNamed = creators?.data.some(({ _id }) => _id === creator.id)
      const [asked, expected] = [encodeURIComponent(q), found.includes(q) ? 1 : 0]
      const listed = await own(`GET /performer/feeds?q=${asked}`)
      expect([kind, q, posts?.total, galleries?.total, listed]).toEqual([kind, q, expected, expected, expected])
      if (expected === 1) expect([kind, q, isNamed]).toEqual([kind, q, true])
    }
  }
  await em.nativeDelete(Post, { id: post })
  await em.nativeDelete(Asset, { id: gallery })
})

test('finds a post by the beginnings of its words, in any order, without case and accents', async ({
  server,
  creator,
}) => {
  const id = await makePost(server, creator.id, { text: 'Crème brûlée at midnight\nwith #fog', tags: ['late_night'] })
  for (const q of ['creme brul', 'BRÛLÉE crème', 'midnight fog', 'late', 'night creme']) {
    expect([q, await postsFound(server, q)]).toEqual([q, [id]])
  }
  for (const q of ['reme', 'creme today', 'a b', 'cr', '…', '%%%']) {
    expect([q, await postsFound(server, q)]).toEqual([q, []])
  }
})

test('finds Arabic words whichever way their letters, marks and digits are written', async ({ server, creator }) => {
  const id = await makePost(server, creator.id, { text: 'أُغنيةٌ جديدة للمدرسة ٢٠٢٦، اسمعوها' })
  for (const q of [
    'اغنيه',
    'أغنية',
    'إغنية',
    'أغنـــية',
    'أُغنِيَة',
    'جديده 2026',
    'المدرسه للمدرسه'.split(' ')[1] ?? '',
    'اسمعوها',
  ]) {
    expect([q, await postsFound(server, q)]).toEqual([q, [id]])
  }
  const { id: video } = await makeAsset(server, creator.id, { kind: 'video', title: 'رحلة إلى الصحراء' })
  for (const q of ['رحله', 'الي الصحرا', 'صحراء'])
    expect([q, await titlesFound(server, q, 'videos')]).toEqual([q, [video]])
})

test('folds texts in the database as devices do', async ({ server }) => {
  const texts = [
    'Straße',
    'Łódź ÆON',
    'ÉCOLE',
    'ﷺ',
    'أإآٱؤئىة',
    'گربه‌ها',
    'Ёлка й',
    'ΣΟΦΟΣ',
    '①②',
    'ﬁne',
    '１２３',
    'd’été',
    'ㅎㅏㄴ 한국',
    'שָׁלוֹם',
  ]
  for (const text of texts) {
    const [row] = await server.app.orm.em
      .fork()
      .execute<{ folded: string }[]>('select search_folded(?) as folded', [text])
    const words = (given: string) => given.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    expect([text, words(row?.folded ?? '')]).toEqual([text, words(folded(text))])
  }
})

test('a locked text never matches, and opens with a follow, a membership or a purchase', async ({
  server,
  fan,
  creator,
}) => {
  const ids = {
    followers: await makePost(server, creator.id, { text: 'hidden lighthouse', access: 'followers' }),
    subscribers: await makePost(server, creator.id, { text: 'hidden lighthouse', access: 'subscribers' }),
    paid: await makePost(server, creator.id, { text: 'hidden lighthouse', access: 'paid', price: 5 }),
  }
  const found = async (token?: string) => (await postsFound(server, 'lighthouse', token)).toSorted()
  expect([await found(), await found(fan.token)]).toEqual([[], []])
  expect(await found(creator.token)).toEqual(Object.values(ids).toSorted())
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  expect(await found(fan.token)).toEqual([ids.followers])
  const now = server.app.clock()
  await transact(server.app, null, async ({ em }) => {
    em.create(Membership, {
      ...{ userId: fan.id, performerId: creator.id, kind: 'gift', grantedAt: now, countedFrom: now },
      accessUntil: new Date(now.getTime() + DAY_MS),
    })
    em.create(Entitlement, {
      ...{ userId: fan.id, performerId: creator.id, objectType: 'feed', objectId: ids.paid },
      ...{ source: 'gift', grantedAt: now },
    })
  })
  expect(await found(fan.token)).toEqual(Object.values(ids).toSorted())
  const em = server.app.orm.em.fork()
  await em.execute('update membership set access_until = ? where user_id = ?', [now, fan.id])
  await em.execute('update entitlement set revoked_at = ? where user_id = ?', [now, fan.id])
  expect(await found(fan.token)).toEqual([ids.followers])
  expect(await found()).toEqual([])
})

test('titles and tags of locked assets are found, their descriptions are not', async ({ server, creator }) => {
  const { id } = await makeAsset(server, creator.id, {
    ...{
      kind: 'gallery',
      title: 'Harbour lanterns',
      tags: ['seaside'],
      description: 'Secret pier',
      access: 'paid',
      price: 9,
    },
  })
  expect(await titlesFound(server, 'lantern', 'galleries')).toEqual([id])
  expect(await titlesFound(server, 'seaside harbour', 'galleries')).toEqual([id])
  expect(await titlesFound(server, 'anterns', 'galleries')).toEqual([id])
  expect(await titlesFound(server, 'pier', 'galleries')).toEqual([])
  expect(await titlesFound(server, 'lantern', 'videos')).toEqual([])
})

test('drafts, removed and scheduled things are not found', async ({ server, creator }) => {
  await makePost(server, creator.id, { text: 'marmalade', status: 'removed' })
  await makePost(server, creator.id, { text: 'marmalade', status: 'archived' })
  await makePost(server, creator.id, { text: 'marmalade', status: 'scheduled', publishedAt: null, seq: null })
  for (const status of ['draft', 'archived', 'hidden', 'removed'] as const) {
    await makeAsset(server, creator.id, { kind: 'video', title: 'marmalade', status })
  }
  expect(await searched(server, 'marmalade')).toMatchObject({ posts: { total: 0 }, videos: { total: 0 } })
})

test('creators are found by parts of long words and by beginnings of short ones, and by names spelled alike', async ({
  server,
  creator,
}) => {
  await rename(server, creator.id, 'Zoë Quintanilla-Õ')
  const { username } = await server.app.orm.em.fork().findOneOrFail(User, { id: creator.id })
  for (const q of ['quintan', 'tanilla zoe', 'zo', 'qu', 'o qu', username ?? '', 'QUINTANILA', 'quintanila zoe']) {
    expect([q, await creatorsFound(server, q)]).toEqual([q, expect.arrayContaining([creator.id])])
  }
  for (const q of ['oe', 'ui', 'quinta xyz', 'tanilo']) {
    expect([q, (await creatorsFound(server, q)).includes(creator.id)]).toEqual([q, false])
  }
  await rename(server, creator.id, 'سارة الأحمد')
  for (const q of ['ساره', 'احمد', 'سا', 'الاحمد ساره']) {
    expect([q, await creatorsFound(server, q)]).toEqual([q, [creator.id]])
  }
})

test('nothing of a creator who is not open to others is found', async ({ server, creator }) => {
  await rename(server, creator.id, 'Obsidian Vale')
  await makePost(server, creator.id, { text: 'obsidian' })
  for (const kind of ['video', 'gallery', 'product'] as const) {
    await makeAsset(server, creator.id, {
      kind,
      title: 'obsidian',
      ...(kind === 'product' && { type: 'physical' as const, price: 5 }),
    })
  }
  const totals = async () => Object.values(await searched(server, 'obsidian')).map((found) => found?.total)
  expect(await totals()).toEqual([1, 1, 1, 1, 1])
  await server.app.orm.em.fork().nativeUpdate(Performer, { userId: creator.id }, { verification: 'submitted' })
  expect(await totals()).toEqual([0, 0, 0, 0, 0])
})

test('nothing of a creator who blocks the viewer or the country of the viewer is found', async ({
  server,
  fan,
  creator,
}) => {
  await rename(server, creator.id, 'Obsidian Dale')
  await makePost(server, creator.id, { text: 'granite' })
  await makeAsset(server, creator.id, { kind: 'video', title: 'granite' })
  const totals = async (token?: string) => {
    const { posts, videos } = await searched(server, 'granite', token)
    const { creators } = await searched(server, 'obsidian dale', token)
    return [posts?.total, videos?.total, creators?.total]
  }
  expect(await totals(fan.token)).toEqual([1, 1, 1])
  await transact(server.app, null, async ({ em, now }) => {
    em.create(Block, { performerId: creator.id, userId: fan.id, reason: '', createdAt: now })
  })
  expect([await totals(fan.token), await totals()]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ])
  await server.app.orm.em.fork().nativeDelete(Block, { performerId: creator.id })
  await server.app.orm.em.fork().nativeUpdate(Performer, { userId: creator.id }, { blockedCountries: ['SE'] })
  await server.app.orm.em.fork().nativeUpdate(User, { id: fan.id }, { countrySeen: 'SE' })
  expect(await totals(fan.token)).toEqual([0, 0, 0])
  expect(await totals(creator.token)).toEqual([1, 1, 1])
})

test('one kind has pages, all kinds have their first five', async ({ server, creator }) => {
  const ids: string[] = []
  for (let place = 0; place < 7; place += 1) {
    ids.unshift(
      await makePost(server, creator.id, { text: 'walnut', publishedAt: new Date(Date.UTC(2026, 0, 1, place)) }),
    )
  }
  const all = await searched(server, 'walnut')
  expect(Object.keys(all)).toEqual(['creators', 'posts', 'videos', 'galleries', 'products'])
  expect([all.posts?.data.map(({ _id }) => _id), all.posts?.total]).toEqual([ids.slice(0, 5), 7])
  const page = await searched(server, 'walnut&in=posts&pageSize=3&current=3')
  expect(Object.keys(page)).toEqual(['posts'])
  expect([page.posts?.data.map(({ _id }) => _id), page.posts?.total]).toEqual([ids.slice(6), 7])
})

test.for([
  ['', 'Enter a word'],
  ['q=%20%20', 'Enter a word'],
  [`q=${'a'.repeat(101)}`, 'at most 100'],
  ['q=a&in=users', 'Use one of these'],
  ['q=a%00', 'cannot be kept'],
] as const)('GET /search?%s is refused', async ([query, message], { server }) => {
  const { status, body } = await call(server, `GET /search?${query}`)
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)])
})

test('lists of creators, assets and own posts find words as the search does', async ({ server, creator }) => {
  await rename(server, creator.id, 'Señora Ñandú')
  await makePost(server, creator.id, { text: 'Piñata, 100% fun' })
  await makeAsset(server, creator.id, { kind: 'video', title: 'Piñata', tags: ['fiesta'] })
  const total = async (path: `GET /${string}`) => (await call(server, path, { token: creator.token })).body['total']
  expect(await total('GET /performers/user/search?q=nandu+senora')).toBe(1)
  expect(await total('GET /performer-assets/videos/search?q=pinata+fiesta')).toBe(1)
  expect(await total('GET /performer/performer-assets/videos/search?q=pi')).toBe(1)
  expect(await total('GET /performer/feeds?q=pinata+100')).toBe(1)
  expect(await total('GET /performer/feeds?q=pinata+200')).toBe(0)
})

test('a keyword is listed once three people searched for it within seven days', async ({
  server,
  fan,
  creator,
  pair,
}) => {
  const say = (keyword: string, token?: string) => call(server, 'POST /search/keywords', { body: { keyword }, token })
  const listed = async (query = '') => (await call(server, `GET /search/list/keywords${query}`)).body['data']
  for (let time = 0; time < 4; time += 1) await say('  Fog   LIGHTS ', fan.token)
  await say('fog lights', creator.token)
  expect(await listed()).toEqual([])
  await say('fog lights')
  expect(await listed()).toEqual([{ keyword: 'fog lights', count: 3 }])
  for (const { token } of [fan, creator, pair.fan, pair.creator]) await say('أغنية', token)
  expect(await listed()).toEqual([
    { keyword: 'أغنية', count: 4 },
    { keyword: 'fog lights', count: 3 },
  ])
  expect(await listed('?q=LIGHT')).toEqual([{ keyword: 'fog lights', count: 3 }])
  for (const keyword of ['x', '<b>bold</b>', 'name@example.com', 'a'.repeat(61), 'a\u202eb']) {
    expect([keyword, (await say(keyword)).status]).toEqual([keyword, 400])
  }
  const rows = await server.app.orm.em.fork().execute<{ searcher: string }[]>('select searcher from search_keyword')
  expect(rows.every(({ searcher }) => /^[0-9a-f]{32}$/.test(searcher))).toBe(true)
  const clock = server.app.clock
  try {
    server.app.clock = () => new Date(Date.now() + 7 * DAY_MS)
    expect(await listed()).toEqual([])
    server.app.clock = () => new Date(Date.now() + 89 * DAY_MS)
    await forgetKeywords(server.app)
    expect(await rowsLeft()).toBeGreaterThan(0)
    server.app.clock = () => new Date(Date.now() + 91 * DAY_MS)
    await forgetKeywords(server.app)
    expect(await rowsLeft()).toBe(0)
  } finally {
    server.app.clock = clock
  }

  async function rowsLeft() {
    return (await server.app.orm.em.fork().execute('select 1 from search_keyword')).length
  }
})

async function searched({ url }: TestServer, q: string, token?: string): Promise<SearchAnswer> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const address = `${url}/api/search?q=${encodeURIComponent(q).replaceAll('%26', '&').replaceAll('%3D', '=')}`
  const response = await fetch(address, headers && { headers })
  expect(response.status).toBe(200)
  const answer = (await response.json()) as SearchAnswer
  // A count above its list tells of what the list keeps to itself.
  for (const [kind, found] of q.includes('&') ? [] : Object.entries(answer))
    if (found && found.data.length < SEARCH_FIRST) expect([q, kind, found.total]).toEqual([q, kind, found.data.length])
  return answer
}

async function postsFound(server: TestServer, q: string, token?: string): Promise<string[]> {
  return (await searched(server, q, token)).posts?.data.map(({ _id }) => _id) ?? []
}

async function creatorsFound(server: TestServer, q: string): Promise<string[]> {
  return (await searched(server, q)).creators?.data.map(({ _id }) => _id) ?? []
}

async function titlesFound(server: TestServer, q: string, kind: 'videos' | 'galleries'): Promise<string[]> {
  return (await searched(server, q))[kind]?.data.map(({ _id }) => _id) ?? []
}

async function rename({ app }: TestServer, id: string, name: string): Promise<void> {
  await transact(app, null, async ({ em }) => void ((await em.findOneOrFail(User, { id })).name = name))
}

async function makePost({ app }: TestServer, performerId: string, given: Partial<Post>): Promise<string> {
  const id = v7()
  await transact(app, null, async ({ em, now }) => {
    const [last] = await em.find(Post, { performerId }, { orderBy: { seq: 'desc nulls last' }, limit: 1 })
    const shown = { status: 'published' as const, access: 'public' as const, text: '', publishedAt: now }
    em.create(Post, {
      ...{ id, performerId, seq: (last?.seq ?? 0) + 1, createdAt: now, updatedAt: now },
      ...shown,
      ...given,
    })
  })
  return id
}
