import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { call, makeAccount } from '../../accounts/testing/api.ts'
import { setFollow } from '../../follows/commands.ts'
import { updatePerformer } from '../commands.ts'
import { renewScores } from './scores.ts'

const NAMES = ['ada', 'bea', 'cleo', 'dina', 'edda'] as const

let server: TestServer
let fan: Person
const creators = {} as Record<(typeof NAMES)[number], Person>

beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'fan')
  for (const username of NAMES) creators[username] = await makePerson(server, username, true)
  await makeAccount(server, { username: 'waiting', isPerformer: true, approved: false })
  await edit('ada', { categories: ['music', 'art'], languages: ['sv'], country: 'NO', gender: 'female' })
  await edit('bea', { categories: ['music'], languages: ['en', 'sv'], hair: 'red' })
  await transact(server.app, creators.cleo.actor, (tx) => publishPost(tx, post('public')))
  await transact(server.app, creators.dina.actor, (tx) => publishPost(tx, post('followers')))
})
afterAll(() => server.stop())

describe.each(['/performers/user/search', '/performers/top'] as const)('%s', (path) => {
  test.each([
    ['category=music', ['ada', 'bea']],
    ['category=art', ['ada']],
    ['language=en', ['bea']],
    ['country=no', ['ada']],
    ['category=music&hair=red', ['bea']],
    ['gender=female&language=sv', ['ada']],
    ['free=true', ['cleo']],
    ['free=false', [...NAMES]],
    ['category=travel', []],
    ['q=DD', ['edda']],
    ['q=%25', []],
  ])('filters by %s', async (query, names) => {
    const { status, body } = await call(server, `GET ${path}?sortBy=username&sort=asc&${query}`)
    expect(status).toBe(200)
    expect([namesOf(body), body['total']]).toEqual([names, names.length])
  })

  test.each(['category=spam', 'country=Norway', 'hair=green', 'free=yes', 'sortBy=password_hash'])(
    'refuses %s',
    async (query) => {
      expect((await call(server, `GET ${path}?${query}`)).status).toBe(400)
    },
  )
})

describe('GET /performers/top', () => {
  test('orders by a score of followers and posts, which the job renews', async () => {
    const others = await Promise.all([1, 2, 3].map((n) => makePerson(server, `other_${n}`)))
    for (const each of [fan, ...others]) await follow(each, 'edda')
    await follow(fan, 'bea')
    await renewScores(server.app)
    expect(namesOf((await call(server, 'GET /performers/top')).body).slice(0, 2)).toEqual(['edda', 'bea'])
    const { body } = await call(server, 'GET /performers/top?category=music&pageSize=1')
    expect([namesOf(body), body['total']]).toEqual([['bea'], 2])
  })

  test('raises no space, and leaves scores alone that are the same', async () => {
    const before = await state()
    await renewScores(server.app)
    expect(await state()).toEqual(before)
  })

  test('is not taken for a creator of that name', async () => {
    expect((await call(server, 'GET /performers/top')).body).toHaveProperty('data')
  })
})

describe('GET /performers/search/random', () => {
  test('comes to every creator open to others, in another order each minute', async () => {
    const start = server.app.clock().getTime()
    const orders = new Set<string>()
    const firsts = new Set<string>()
    try {
      for (let minute = 0; minute < 40; minute += 1) {
        server.app.clock = () => new Date(start + minute * 60_000)
        const { body } = await call(server, 'GET /performers/search/random?pageSize=24')
        expect(namesOf(body).toSorted()).toEqual([...NAMES])
        orders.add(namesOf(body).join())
        firsts.add(namesOf(body)[0] ?? '')
      }
    } finally {
      server.app.clock = () => new Date()
    }
    expect(orders.size).toBeGreaterThan(10)
    expect([...firsts].toSorted()).toEqual([...NAMES])
  })

  test('leaves out the viewer and those whom the viewer follows', async () => {
    const reader = await signIn(server, await makeAccount(server, { username: 'reader' }))
    await follow(reader, 'ada')
    const seen = async (token: string) =>
      namesOf((await call(server, 'GET /performers/search/random', { token })).body).toSorted()
    expect(await seen(reader.token)).toEqual(['bea', 'cleo', 'dina', 'edda'])
    expect(await seen(creators.dina.token)).toEqual(['ada', 'bea', 'cleo', 'edda'])
  })

  test('answers at most 24', async () => {
    expect((await call(server, 'GET /performers/search/random?pageSize=25')).status).toBe(400)
    expect(namesOf((await call(server, 'GET /performers/search/random?pageSize=2')).body)).toHaveLength(2)
  })
})

function edit(name: (typeof NAMES)[number], changes: Parameters<typeof updatePerformer>[1]['changes']) {
  return transact(server.app, creators[name].actor, (tx) => updatePerformer(tx, { changes, base: {} }))
}

function follow({ actor }: Person, name: (typeof NAMES)[number]) {
  return transact(server.app, actor, (tx) => setFollow(tx, { performerId: creators[name].id, following: true }))
}

function post(access: 'public' | 'followers') {
  return { _id: v7(), text: 'Fog', access, price: 0, scheduledAt: null, poll: null, fileIds: [] }
}

function namesOf(body: Record<string, unknown>): string[] {
  return (body['data'] as { username: string }[]).map(({ username }) => username)
}

function state() {
  const em = server.app.orm.em.fork()
  return em.execute(`select (select jsonb_agg(p.xmin order by p.user_id) from performer p) as rows,
    (select jsonb_agg(s order by s.id) from space s) as spaces`)
}
