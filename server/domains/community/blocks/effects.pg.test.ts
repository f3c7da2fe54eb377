import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { converse, makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makeAsset } from '../../content/assets/testing/asset.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { makeProduct } from '../../content/products/testing/product.ts'
import { setVote } from '../../content/votes/commands.ts'
import { fillWallet } from '../../money/money/testing/books.ts'
import { offer } from '../../money/subscriptions/testing/subscribe.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { setReaction } from '../reactions/commands.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer = { status: number; text: string }

/** Addresses of two countries. The creator blocks Norway. */
const IN_SWEDEN = '194.71.0.1'
const IN_NORWAY = '193.213.112.4'

/** Each viewer meets the same creator. `control` is neither blocked nor in a blocked country. */
const viewers = ['control', 'blocked', 'country', 'visitor', 'visitorOfCountry'] as const
type Viewer = (typeof viewers)[number]

let server: TestServer
let creator: Person
const people: Partial<Record<Viewer, Person>> = {}
const ids = { poll: '', post: '', paid: '', owned: '', gallery: '', photo: '', product: '', file: '' }

beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: 1 },
  })
  creator = await makePerson(server, 'guarded', true)
  await offer(server, creator, { prices: { monthly: 500 } })
  ids.post = await publish('public', {})
  ids.poll = await publish('public', { poll: { question: 'Which?', options: ['This', 'That'] } })
  ids.paid = await publish('paid', { price: 5 })
  ids.owned = await publish('paid', { price: 5 })
  const file = { ...newFile(creator.id), purpose: 'feed-photo' as const }
  await transact(server.app, null, async ({ em }) => void em.create(File, file))
  ids.file = file.id
  await publish('followers', { fileIds: [file.id] })
  ids.gallery = (await makeAsset(server, creator.id, { kind: 'gallery' })).id
  ids.photo = (await makeAsset(server, creator.id, { kind: 'photo', files: { fileId: {} } })).id
  ids.product = await makeProduct(server, creator.id)
  for (const name of ['control', 'blocked', 'country'] as const) {
    const fan = await makePerson(server, `guard_${name}`)
    people[name] = fan
    await converse(server, fan, creator)
    await fillWallet(server, fan.id, { paid: 100_000 })
    await transact(server.app, fan.actor, async (tx) => {
      await setFollow(tx, { performerId: creator.id, following: true })
      for (const [objectType, objectId] of [
        ['feed', ids.post],
        ['gallery', ids.gallery],
        ['performer', creator.id],
      ] as const) {
        await setReaction(tx, { objectType, objectId, action: 'bookmark', on: true })
      }
      await setVote(tx, { postId: ids.poll, options: [0] })
      const owned = { userId: fan.id, performerId: creator.id, objectType: 'feed', objectId: ids.owned } as const
      await grantEntitlement(tx, { ...owned, source: 'purchase' })
    })
  }
  await as(creator, IN_SWEDEN)('POST /block/users', { userId: people.blocked?.id, reason: 'Spam' })
  await as(creator, IN_SWEDEN)('POST /block/countries', { countryCodes: ['NO'] })
})
afterAll(() => server.stop())

type Cell = { [V in Viewer]?: unknown }
const everybody = (open: unknown, closed: unknown): Cell => ({
  ...{ control: open, visitor: open, blocked: closed, country: closed, visitorOfCountry: closed },
})
const accounts = (open: unknown, closed: unknown): Cell => ({ control: open, blocked: closed, country: closed })

type Ask = (target: `${Method} /${string}`, body?: unknown) => Promise<Answer>
type Surface = [name: string, expected: Cell, look: (ask: Ask, person: Person | undefined) => Promise<unknown>]

const status = (target: `${Method} /${string}`, body?: () => unknown) => async (ask: Ask) =>
  (await ask(filled(target), body?.())).status
const lists = (target: `${Method} /${string}`, id: () => string) => async (ask: Ask) => {
  const { status, text } = await ask(filled(target))
  return status === 200 ? text.includes(id()) : status
}
const me = () => creator.id

/** One surface a line: what each viewer gets there. */
const surfaces: Surface[] = [
  ['the profile', everybody(200, 404), status('GET /performers/guarded')],
  ['the account', accounts(200, 404), status('GET /users/view/{creator}')],
  ['the search for creators', everybody(true, false), lists('GET /performers/user/search?q=guarded', me)],
  ['the top creators', everybody(true, false), lists('GET /performers/top', me)],
  // Shown by chance to those who do not follow.
  ['somebody new', { visitor: true, visitorOfCountry: false }, lists('GET /performers/search/random?pageSize=24', me)],
  ['the latest posts', everybody(true, false), lists('GET /user/feeds/latest', () => ids.post)],
  ['the feed of the creator', everybody(true, 404), lists('GET /user/feeds/search/guarded', () => ids.post)],
  ['the home feed', accounts(true, false), lists('GET /user/feeds', () => ids.post)],
  ['a post', everybody(200, 404), status('GET /user/feeds/{post}')],
  ['a locked post', everybody(200, 404), status('GET /user/feeds/{paid}')],
  ['a post that they own', accounts(200, 200), status('GET /user/feeds/{owned}')],
  ['the galleries', everybody(true, false), lists('GET /performer-assets/galleries/search', () => ids.gallery)],
  ['a gallery', everybody(200, 404), status('GET /performer-assets/galleries/{gallery}')],
  ['the photos', everybody(true, false), lists('GET /performer-assets/photos', () => ids.photo)],
  ['the photos of the creator', everybody(true, 404), lists('GET /performer-assets/photos/{creator}', () => ids.photo)],
  ['the products', everybody(true, false), lists('GET /performer-assets/products/search', () => ids.product)],
  ['a product', everybody(200, 404), status('GET /performer-assets/products/{product}')],
  // The follow of somebody blocked is gone; one from a blocked country stays.
  ['who is followed', { control: true, blocked: false, country: true }, lists('GET /follows/following', me)],
  ['following', { control: 200, blocked: 404, country: 200 }, status('POST /follows/{creator}')],
  [
    'following anew',
    accounts(200, 404),
    async (ask) => {
      await ask(filled('DELETE /follows/{creator}'))
      return (await ask(filled('POST /follows/{creator}'))).status
    },
  ],
  ['a like', accounts(200, 404), status('POST /reactions', () => reaction('feed', ids.post, 'like'))],
  [
    'a like of a gallery',
    accounts(200, 404),
    status('POST /reactions', () => reaction('gallery', ids.gallery, 'like')),
  ],
  [
    'a bookmark of a product',
    accounts(200, 404),
    status('POST /reactions', () => reaction('product', ids.product, 'bookmark')),
  ],
  ['the bookmarked posts', accounts(true, false), lists('GET /reactions/feeds/bookmark', () => ids.post)],
  ['the bookmarked galleries', accounts(true, false), lists('GET /reactions/galleries/bookmark', () => ids.gallery)],
  ['the bookmarked creators', accounts(true, false), lists('GET /reactions/performers/bookmark', me)],
  ['a vote', accounts(403, 404), status('POST /user/feeds/vote/{paid}', () => ({ options: [0] }))],
  [
    'a report of the creator',
    accounts(200, 404),
    status('POST /reports', () => ({ objectType: 'performer', objectId: creator.id, category: 'spam' })),
  ],
  [
    'a new conversation',
    accounts(200, 404),
    async (ask, person) => {
      await transact(server.app, null, async ({ em }) => {
        const id = conversationIdOf(creator.id, person?.id ?? '')
        await em.execute('delete from conversation_member where conversation_id = ?', [id])
        await em.execute('delete from conversation where id = ?', [id])
      })
      const { status } = await ask('POST /conversations', { sourceId: creator.id })
      return status
    },
  ],
  [
    'files',
    accounts(true, false),
    async (ask) => (await ask('POST /files/viewable', { ids: [ids.file] })).text.includes(ids.file),
  ],
  ['a tip', accounts(201, 404), status('POST /wallet/charges/tip/{creator}', () => ({ _id: v7(), tokens: 10 }))],
  ['buying a post', accounts(201, 404), status('POST /wallet/charges/feed/{paid}', () => ({ _id: v7(), price: 5 }))],
  [
    'subscribing',
    accounts(201, 404),
    status('POST /payment/subscribe/performers', () => ({
      ...{
        _id: v7(),
        performerId: creator.id,
        type: 'monthly',
        price: 500,
        source: 'wallet',
        consent: SUBSCRIPTION_CONSENT,
      },
    })),
  ],
  [
    'the channel on devices',
    accounts(true, false),
    async (_ask, person) => {
      if (!person) return null
      const device = new TestDevice(server, person)
      await device.sync()
      return Object.keys(device.cursor).includes(spaceOfPerformer(creator.id))
    },
  ],
]

describe.each(surfaces)('%s', (_name, expected, look) => {
  test.each(Object.entries(expected))('for %s: %s', async (viewer, result) => {
    const person = people[viewer as Viewer]
    const ip = viewer === 'country' || viewer === 'visitorOfCountry' ? IN_NORWAY : IN_SWEDEN
    // A device has no address of its own here: the account is where its latest call came from.
    const ask = as(person, ip)
    if (person) await ask('GET /users/me')
    expect(await look(ask, person)).toBe(result)
  })
})

function filled(target: `${Method} /${string}`): `${Method} /${string}` {
  const named: Record<string, string> = { ...ids, creator: creator.id }
  return target.replace(/\{(\w+)\}/, (_, name: string) => named[name] ?? '') as `${Method} /${string}`
}

function reaction(objectType: string, objectId: string, action: string) {
  return { objectType, objectId, action }
}

/** Calls the API from an address of a country. */
function as(person: Person | undefined, ip: string): Ask {
  return async (target, body) => {
    const [method = '', path = ''] = target.split(' ')
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-forwarded-for': ip,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}

type Post = { price?: number; poll?: { question: string; options: string[] }; fileIds?: string[] }

async function publish(
  access: 'public' | 'followers' | 'paid',
  { price = 0, poll, fileIds = [] }: Post,
): Promise<string> {
  const post = { _id: v7(), text: 'a post', access, price, scheduledAt: null, poll: poll ?? null, fileIds }
  return transact(server.app, creator.actor, async (tx) => (await publishPost(tx, post)).id)
}
