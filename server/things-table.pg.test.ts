import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { hasUse, things } from '@vesper/sync/vesper/records/things.ts'
import type { ThingKind } from '@vesper/sync/vesper/records/things.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { reportCommands as admin } from './domains/community/cases/reports/report-commands.ts'
import { writeComment } from './domains/community/comments/testing/comment.ts'
import { makeAsset } from './domains/content/assets/testing/asset.ts'
import { publishPost } from './domains/content/posts/commands.ts'
import { makeProduct } from './domains/content/products/testing/product.ts'
import { Stream } from './domains/live/streams/entity.ts'
import { begin, endAll } from './domains/live/streams/testing/begin.ts'
import { useMemoryEngine } from './domains/live/streams/testing/memory-engine.ts'
import { fillWallet } from './domains/money/money/testing/books.ts'
import { deliverEvents } from './domains/notify/notifications/deliver.ts'
import { flushGathered } from './domains/notify/notifications/gather.ts'
import { call } from './domains/people/accounts/testing/api.ts'
import { makeAddress } from './domains/shop/orders/testing/buy.ts'
import { sendMessage } from './domains/talk/messages/commands.ts'
import { transact } from './infra/database/transaction.ts'
import { converse, makePerson } from './infra/sync/testing/person.ts'
import type { Person } from './infra/sync/testing/person.ts'
import { test } from './testing/fixtures.ts'
import type { TestServer } from './testing/server.ts'
import { thingsTable } from './testing/things-table.ts'
import type { Consumer, Outcome } from './testing/things-table.ts'

const PRICE = 30
/** A word that the search finds. */
const WORD = 'quinces'

/** A fan and a creator who use the things of one kind: a limit of calls counts for each account. */
type World = { server: TestServer; fan: Person; creator: Person }
/** A thing that the fan uses. `words` find it. */
type Made = { id: string; owner: Person; words?: string }
type Make = (world: World, price: number) => Promise<Made>

const makers: Readonly<Record<ThingKind, Make>> = {
  feed: async ({ server, creator }, price) => ({ id: await makePost(server, creator, price), owner: creator }),
  gallery: assetMaker('gallery'),
  photo: assetMaker('photo'),
  video: assetMaker('video'),
  product: async ({ server, creator }) => ({
    id: await makeProduct(server, creator.id, { name: WORD, price: PRICE }),
    owner: creator,
  }),
  async comment({ server, creator }) {
    const objectId = await makePost(server, creator, 0)
    return { id: await writeComment(server, creator, { objectType: 'feed', objectId, text: WORD }), owner: creator }
  },
  performer: async ({ creator }) => ({ id: creator.id, owner: creator, words: creator.user.username ?? '' }),
  async user({ server }) {
    const owner = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
    return { id: owner.id, owner }
  },
  async message({ server, fan, creator }, price) {
    const message = { _id: v7(), conversationId: await converse(server, fan, creator), text: WORD, fileIds: [], price }
    await transact(server.app, creator.actor, (tx) => sendMessage(tx, message))
    return { id: message._id, owner: creator }
  },
  async stream({ server, creator }, price) {
    useMemoryEngine(server.app)
    await endAll(server, creator)
    const access = price > 0 ? 'paid' : 'public'
    const { id } = await begin(server, creator, { access, price, title: WORD })
    // A ticket is sold from the first picture on.
    await server.app.orm.em.fork().nativeUpdate(Stream, { id }, { status: 'live' })
    return { id, owner: creator }
  },
}

async function makePost({ app }: TestServer, { actor }: Person, price: number): Promise<string> {
  const access: 'paid' | 'public' = price > 0 ? 'paid' : 'public'
  const post = { _id: v7(), text: WORD, access, price, scheduledAt: null, poll: null, fileIds: [] }
  await transact(app, actor, (tx) => publishPost(tx, post))
  return post._id
}

function assetMaker(kind: 'gallery' | 'photo' | 'video'): Make {
  return async ({ server, creator }, price) => {
    const access = price > 0 ? 'paid' : 'public'
    const { id } = await makeAsset(server, creator.id, { kind, title: WORD, access, price })
    return { id, owner: creator }
  }
}

type Use = (world: World, given: Made & { kind: ThingKind }) => Promise<Outcome>

/** Calls as a client or the operator makes them, each with a look at the result where the call is taken. */
const consumers: Readonly<Record<Consumer, Use>> = {
  async comment({ server, fan: { token } }, { kind, id }) {
    const refused = await ask(server, 'POST /comments', { token, body: commentOn(kind, id) })
    if (refused) return refused
    const { body } = await call(server, `GET /comments?objectType=${kind}&objectId=${id}`, { token })
    expect(body['data']).toMatchObject([{ text: 'How much?' }])
    return 'works'
  },
  like: async ({ server, fan: { token } }, { kind, id }) =>
    (await ask(server, 'POST /reactions', { token, body: reactionTo(kind, id, 'like') })) ?? 'works',
  async bookmark({ server, fan: { token } }, { kind, id }) {
    const refused = await ask(server, 'POST /reactions', { token, body: reactionTo(kind, id, 'bookmark') })
    if (refused) return refused
    const { bookmark } = things[kind] as { bookmark?: string }
    const { body } = await call(server, `GET /reactions/${bookmark ?? kind}/bookmark`, { token })
    expect(body).toMatchObject({ data: [{ _id: id }], total: 1 })
    return 'works'
  },
  report: async ({ server, fan }, { kind, id }) => (await report(server, fan, { kind, id })) ?? 'works',
  async hide({ server, fan }, { kind, id }) {
    const refused = await operate(server, 'hide', [things[kind].name, id])
    if (refused) return refused
    expect(await report(server, fan, { kind, id })).toBe('404 You cannot see this, or it no longer exists.')
    expect(await operate(server, 'restore', [things[kind].name, id])).toBeNull()
    expect(await report(server, fan, { kind, id })).toBeNull()
    return 'works'
  },
  buy: (world, { kind, id }) => pay(world, `${kind}/${id}`, {}),
  order: async (world, { id }) =>
    pay(world, `product/${id}`, { addressId: await makeAddress(world.server, world.fan), consent: '2026-11' }),
  async search({ server, fan: { token } }, { kind, id, words = WORD }) {
    const { search } = things[kind] as { search?: string }
    const name = search ?? kind
    const found = await call(server, `GET /search?q=${words}&in=${name}&pageSize=50`, { token })
    if (found.status >= 400) return refusalOf(found)
    const { data } = found.body[name] as { data: { _id: string }[] }
    expect(data.map(({ _id }) => _id)).toContain(id)
    return 'works'
  },
  async 'notice of a like'(world, { kind, id, owner }) {
    const { token } = world.fan
    const refused = await ask(world.server, 'POST /reactions', { token, body: reactionTo(kind, id, 'like') })
    return refused ?? noticed(world, owner, { kind: 'like', objectType: kind, objectId: id })
  },
  async 'notice of a comment'(world, { kind, id, owner }) {
    const { token } = world.fan
    const refused = await ask(world.server, 'POST /comments', { token, body: commentOn(kind, id) })
    return refused ?? noticed(world, owner, { kind: 'comment', objectType: kind, objectId: id })
  },
}

function commentOn(objectType: ThingKind, objectId: string) {
  return { objectType, objectId, text: 'How much?' }
}

function reactionTo(objectType: ThingKind, objectId: string, action: 'like' | 'bookmark') {
  return { objectType, objectId, action }
}

/** The refusal of a call; null where it is taken. */
async function ask(...given: Parameters<typeof call>): Promise<Outcome | null> {
  const answer = await call(...given)
  return answer.status >= 400 ? refusalOf(answer) : null
}

/** A refused field tells more than the message of its call. */
function refusalOf({ status, body }: { status: number; body: object }): Outcome {
  const { message, details } = body as { message: string; details?: { message: string }[] }
  return `${status} ${details?.[0]?.message ?? message}`
}

function report(
  server: TestServer,
  { token }: Person,
  { kind: objectType, id: objectId }: { kind: ThingKind; id: string },
) {
  return ask(server, 'POST /reports', { token, body: { objectType, objectId, category: 'illegal' } })
}

/** Runs a command of the operator. Gives its refusal; null where it changed the thing. */
async function operate({ app }: TestServer, command: 'hide' | 'restore', args: string[]): Promise<Outcome | null> {
  const lines: string[] = []
  try {
    await admin[command]?.run({ app, args, print: (line) => void lines.push(line) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `400 ${error.message}`
  }
  expect(lines).toEqual([`${args.join(' ')} is ${command === 'hide' ? 'hidden' : 'shown again'}`])
  return null
}

/** Pays from a wallet of the fan, and looks at its balance. */
async function pay({ server, fan }: World, target: string, given: object): Promise<Outcome> {
  const balance = await fillWallet(server, fan.id, { paid: PRICE })
  const body = { _id: randomUUID(), price: PRICE, ...given }
  const paid = await call(server, `POST /wallet/charges/${target}`, { token: fan.token, body })
  if (paid.status >= 400) return refusalOf(paid)
  expect(paid.text).toContain(`"balance":${balance - PRICE}`)
  return 'works'
}

/** The owner of a thing hears of it. */
async function noticed({ server }: World, { token }: Person, notice: object): Promise<'works'> {
  await flushGathered(server.app)
  await deliverEvents(server.app)
  const { body } = await call(server, 'GET /notifications', { token })
  expect(body['data']).toEqual(expect.arrayContaining([expect.objectContaining(notice)]))
  return 'works'
}

const extended = test.extend('worldOf', { scope: 'file' }, ({ server }) => {
  const worlds = new Map<ThingKind, Promise<World>>()
  const make = async (kind: ThingKind): Promise<World> => ({
    server,
    fan: await makePerson(server, `fan_of_${kind}`),
    creator: await makePerson(server, `creator_of_${kind}`, true),
  })
  return (kind: ThingKind): Promise<World> => {
    const world = worlds.get(kind) ?? make(kind)
    worlds.set(kind, world)
    return world
  }
})

extended.for(thingsTable)('%s × %s: %s', async ([kind, consumer, outcome], { worldOf }) => {
  const world = await worldOf(kind)
  const made = await makers[kind](world, consumer === 'buy' && hasUse(kind, 'buy') ? PRICE : 0)
  expect(await consumers[consumer](world, { ...made, kind })).toBe(outcome)
})
