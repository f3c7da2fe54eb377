import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import { File } from '../../../../infra/files/entity.ts'
import { converse, deadTokens, newFile, say, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { writeComment } from '../../../community/comments/testing/comment.ts'
import { setReaction } from '../../../community/reactions/commands.ts'
import { makeAsset } from '../../../content/assets/testing/asset.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import type { PublishPost } from '../../../content/posts/commands.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { begin } from '../../../live/streams/testing/begin.ts'
import { useMemoryEngine } from '../../../live/streams/testing/memory-engine.ts'
import { tickStreams } from '../../../live/streams/tick-streams.ts'
import { fillWallet } from '../../../money/money/testing/books.ts'
import { saveCard } from '../../../money/payments/testing/pay.ts'
import { join, offer } from '../../../money/subscriptions/testing/subscribe.ts'
import { buyProduct, makeAddress } from '../../../shop/orders/testing/buy.ts'
import { setFollow } from '../../follows/commands.ts'
import { User } from '../entity.ts'
import { makeAccount } from './api.ts'

/** Addresses of two countries. The creator blocks Norway. */
export const IN_SWEDEN = '194.71.0.1'
export const IN_NORWAY = '193.213.112.4'

/** Fields of `owner` that nobody else reads: texts that no list and no other account has. */
export const PRIVATE = { state: 'a private state', city: 'a private city', language: 'zzp', phone: '+46730000017' }

/** A creator with one of each thing, and accounts in each relation to it. */
export type AccessWorld = {
  people: Record<'other' | 'owner' | 'creator' | 'blocked' | 'country', Person>
  dead: Awaited<ReturnType<typeof deadTokens>>
  /** Ids and names by the placeholders of the table. */
  things: Readonly<Record<string, string>>
}

/**
 * The fans follow, bookmark and wrote, `blocked` and `country` before the creator blocked them or their country. `owner` has
 * bought, and has one of each thing of an account.
 */
export async function makeAccessWorld(server: TestServer): Promise<AccessWorld> {
  const { app } = server
  const make = async (name: string, isPerformer = false) =>
    signIn(server, await makeAccount(server, { username: `access.${name}`, isPerformer }))
  const creator = await make('creator', true)
  const fan = (name: string) => make(name)
  const people = {
    ...{ creator, other: await fan('other'), owner: await fan('owner') },
    ...{ blocked: await fan('blocked'), country: await fan('country') },
  }
  const colleague = await make('colleague', true)
  await offer(server, creator, { prices: { monthly: 500 } })
  const post = (given: Partial<PublishPost> = {}) => publish(server, creator, given)
  const asset = async (given: Parameters<typeof makeAsset>[2]) => (await makeAsset(server, creator.id, given)).id
  const file = { ...newFile(creator.id), purpose: 'feed-photo' as const }
  await transact(app, null, async ({ em }) => void em.create(File, file))
  const things: Record<string, string> = {
    ...{ creator: creator.id, owner: people.owner.id, other: people.other.id, colleague: colleague.id },
    ...{ file: file.id, none: '01990000-0000-7000-8000-000000000000' },
    ...{
      post: await post({ fileIds: [file.id] }),
      spare: await post(),
      paid: await post({ access: 'paid', price: 5 }),
    },
    poll: await post({ poll: { question: 'Which?', options: ['This', 'That'] } }),
    theirs: await publish(server, colleague),
    ...{ gallery: await asset({ kind: 'gallery' }), paidGallery: await asset(paidFor('gallery')) },
    ...{ photo: await asset({ kind: 'photo' }), sparePhoto: await asset({ kind: 'photo' }) },
    ...{
      video: await asset({ kind: 'video', files: { mainId: {}, teaserId: {} } }),
      paidVideo: await asset(paidFor('video')),
    },
    ...{ spareGallery: await asset({ kind: 'gallery' }), spareVideo: await asset({ kind: 'video' }) },
    ...{ product: await makeProduct(server, creator.id), spareProduct: await makeProduct(server, creator.id) },
    // Its seller looks at it before it is on sale.
    draft: await makeProduct(server, creator.id, { status: 'draft' }),
  }
  const book = await makeAsset(server, creator.id, {
    kind: 'product',
    type: 'digital',
    price: 5,
    files: { fileIds: {} },
  })
  things['book'] = book.id
  const { id: photoInGallery } = await makeAsset(server, creator.id, {
    ...{ kind: 'photo', galleryId: things['gallery'] ?? '', position: 0, files: { fileId: {} } },
  })
  things['photoInGallery'] = photoInGallery
  for (const person of [people.owner, people.other, people.blocked, people.country])
    await live(server, person, { creator, things })
  const { owner } = people
  const thing = { objectType: 'feed', objectId: things['post'] ?? '' } as const
  const conversation = await converse(server, owner, creator)
  await transact(app, null, async ({ em }) => {
    em.assign(await em.findOneOrFail(User, { id: owner.id }), PRIVATE)
  })
  Object.assign(things, {
    ...{ comment: await writeComment(server, owner, thing), spareComment: await writeComment(server, owner, thing) },
    ...{ conversation, message: await say(server, owner, { to: conversation, text: 'Mine' }) },
    ...{ address: await makeAddress(server, owner), spareAddress: await makeAddress(server, owner) },
    ...{ card: await saveCard(server, owner), spareCard: await saveCard(server, owner, 'asks') },
    bought: await buyProduct(server, owner, { productId: book.id, price: 5 }),
    order: await buyProduct(server, owner, { productId: things['product'] ?? '', price: 100 }),
    subscription: (await join(server, owner, { to: creator })).id,
    session: (await signIn(server, owner.user)).actor.sessionId,
  })
  things['stream'] = await showStream(server, creator)
  for (const [method, path, body] of [
    ['POST', 'users', { userId: people.blocked.id }],
    ['POST', 'countries', { countryCodes: ['NO'] }],
  ] as const) {
    const answer = await ask(server, { token: creator.token, ip: IN_SWEDEN })(`${method} /block/${path}`, body)
    if (answer.status !== 200) throw new Error(`the block was answered ${answer.status}`)
  }
  return { people, dead: await deadTokens(server, owner.user), things }
}

/** A stream that is live as long as its server runs. */
async function showStream(server: TestServer, creator: Person): Promise<string> {
  const engine = useMemoryEngine(server.app)
  const { id } = await begin(server, creator)
  await engine.enter({ room: id, role: 'publish', ...creator.actor })
  engine.age(id, 0)
  await tickStreams(server.app)
  return id
}

export type Answer = { status: number; text: string }
type Ask = (target: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, body?: unknown) => Promise<Answer>

/** Calls the API from an address, as the account of a token. */
export function ask({ url }: TestServer, { token, ip }: { token?: string | undefined; ip: string }): Ask {
  return async (target, body) => {
    const [method = '', path = ''] = target.split(' ')
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        'x-forwarded-for': ip,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}

function paidFor(kind: 'gallery' | 'video') {
  return { kind, access: 'paid', price: 5 } as const
}

/** Has a fan follow, write, like and fill the wallet. */
async function live(
  server: TestServer,
  fan: Person,
  { creator, things }: { creator: Person; things: Record<string, string> },
): Promise<void> {
  await converse(server, fan, creator)
  await fillWallet(server, fan.id, { paid: 100_000 })
  await transact(server.app, fan.actor, async (tx) => {
    await setFollow(tx, { performerId: creator.id, following: true })
    for (const [objectType, name] of [
      ...([
        ['feed', 'post'],
        ['gallery', 'gallery'],
        ['video', 'video'],
      ] as const),
      ...([
        ['product', 'product'],
        ['performer', 'creator'],
      ] as const),
    ] as const) {
      await setReaction(tx, { objectType, objectId: things[name] ?? '', action: 'bookmark', on: true })
    }
  })
}

function publish({ app }: TestServer, { actor }: Person, given: Partial<PublishPost> = {}): Promise<string> {
  const whole = {
    _id: v7(),
    text: 'fog',
    access: 'public' as const,
    price: 0,
    scheduledAt: null,
    poll: null,
    fileIds: [],
  }
  return transact(app, actor, async (tx) => (await publishPost(tx, { ...whole, ...given })).id)
}
