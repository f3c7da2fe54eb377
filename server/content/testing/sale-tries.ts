import { randomUUID } from 'node:crypto'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { v7 } from 'uuid'
import { makeThing, writeComment } from '../../domains/community/comments/testing/comment.ts'
import { makeAsset, makeUpload } from '../../domains/content/assets/testing/asset.ts'
import { makeProduct } from '../../domains/content/products/testing/product.ts'
import { begin } from '../../domains/live/streams/testing/begin.ts'
import { offerTrial } from '../../domains/money/offers/testing/make.ts'
import { offer, purchaseOf } from '../../domains/money/subscriptions/testing/subscribe.ts'
import { checkoutOf, makeAddress } from '../../domains/shop/orders/testing/buy.ts'
import { sendMessage } from '../../domains/talk/messages/commands.ts'
import { transact } from '../../infra/database/transaction.ts'
import { converse } from '../../infra/sync/testing/person.ts'
import { accepting, asked, away, event, published, rest, sending, sent } from './restricted-tries.ts'
import type { Stage, Tried, Try } from './restricted-tries.ts'

const price = 20

/** Buys a thing of the creator as the fan. */
function buys(kind: string, make: (stage: Stage) => Promise<string>): Try {
  return async (stage) => {
    const id = await make(stage)
    return rest(stage.server, stage.fan, [`POST /wallet/charges/${kind}/${id}`, { _id: randomUUID(), price }])
  }
}

async function soldMessage({ server, creator, fan }: Stage): Promise<string> {
  const conversationId = await converse(server, fan, creator)
  const fileId = await makeUpload(server, creator.id, { purpose: 'message' })
  const args = { _id: v7(), conversationId, text: 'Hello', fileIds: [fileId], price }
  await transact(server.app, creator.actor, (tx) => sendMessage(tx, args))
  return args._id
}

const asset =
  (kind: 'gallery' | 'video') =>
  async ({ server, creator }: Stage) =>
    (await makeAsset(server, creator.id, { kind, access: 'paid', price })).id

const path = '/performer/performer-assets/products'

/** Sales that buyers make, in the words for them. */
export const buying: Readonly<Record<string, Try>> = {
  'POST /orders': async ({ server, creator, fan }) => {
    const productId = await makeProduct(server, creator.id, { price })
    const addressId = await makeAddress(server, fan)
    return rest(server, fan, ['POST /orders', checkoutOf([{ productId, price }], { addressId })])
  },
  'POST /wallet/charges/product/{id}': async ({ server, creator, fan }) => {
    const productId = await makeProduct(server, creator.id, { price })
    const body = { _id: randomUUID(), price, total: price, addressId: await makeAddress(server, fan) }
    return rest(server, fan, [`POST /wallet/charges/product/${productId}`, body])
  },
  'POST /wallet/charges/tip/{id}': async ({ server, creator, fan }) =>
    rest(server, fan, [`POST /wallet/charges/tip/${creator.id}`, { _id: randomUUID(), tokens: 10 }]),
  'POST /wallet/charges/feed/{id}': buys('feed', (stage) => published(stage, { access: 'paid', price })),
  'POST /wallet/charges/gallery/{id}': buys('gallery', asset('gallery')),
  'POST /wallet/charges/video/{id}': buys('video', asset('video')),
  'POST /wallet/charges/message/{id}': buys('message', soldMessage),
  'POST /wallet/charges/stream/{id}': buys('stream', async ({ server, creator }) => {
    const stream = await begin(server, creator, { access: 'paid', price })
    await server.app.orm.em.fork().execute(`update stream set status = 'live' where id = ?`, [stream.id])
    return stream.id
  }),
  'POST /payment/subscribe/performers': async ({ server, creator, fan }) => {
    await offer(server, creator, { prices: { monthly: 500 } })
    return rest(server, fan, ['POST /payment/subscribe/performers', purchaseOf(creator.id)])
  },
  'POST /join/{code}': async ({ server, creator, fan }) => {
    const { code } = await offerTrial(server, creator, { days: 7 })
    return rest(server, fan, [`POST /join/${code}`, { _id: randomUUID() }])
  },
  'show:request': async ({ server, creator, fan }) => event(server, fan, ['show:request', asked(creator)]),
  'show:seat': async ({ server, creator, fan }) => {
    const { id: streamId } = await begin(server, creator, { kind: 'group', rate: 60 })
    return event(server, fan, ['show:seat', { _id: v7(), streamId, cap: 600, rateSeen: 60 }])
  },
}

/** New offers of the creator, in the words for them. */
export const selling: Readonly<Record<string, Try>> = {
  'show:accept': accepting,
  'POST /streaming/live': async ({ server, creator }) =>
    rest(server, creator, ['POST /streaming/live', { title: 'Tonight', access: 'paid', price }]),
  'POST /performer/offers': async ({ server, creator }) => {
    const terms = { kind: 'trial', days: 7, usesMax: null, endsAt: null, audience: 'all' }
    const body = { _id: randomUUID(), code: `t-${randomUUID().slice(0, 12)}`, ...terms }
    return rest(server, creator, ['POST /performer/offers', body])
  },
  'asset.save': async (stage) => {
    const changes = { status: 'active' } as const
    const save = { _id: await away(stage, 'product'), kind: 'product', base: {}, changes } as const
    const args: ArgsOf<'asset.save'> = { ...save, editedAt: new Date().toISOString() }
    return sent(stage.server, stage.creator, ['asset.save', args])
  },
  'POST /performer/performer-assets/products': async ({ server, creator }) =>
    rest(server, creator, [`POST ${path}`, { title: 'Fog', price, status: 'active' }]),
  'PUT /performer/performer-assets/products/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`PUT ${path}/${await away(stage, 'product')}`, { status: 'active' }]),
  'message.send': async ({ server, creator, fan }) => {
    const conversationId = await converse(server, fan, creator)
    return sent(server, creator, ['message.send', { _id: v7(), conversationId, text: 'Hello', fileIds: [], price }])
  },
  'POST /messages/conversations/{id}': async ({ server, creator, fan }) => {
    const conversationId = await converse(server, fan, creator)
    return rest(server, creator, [`POST /messages/conversations/${conversationId}`, { text: 'Hello', price }])
  },
  'POST /performer/broadcasts/{id}/send': async (stage) => sending(stage, price),
  'PUT /performer/welcomes/{trigger}': async ({ server, creator }) =>
    rest(server, creator, ['PUT /performer/welcomes/follow', { text: 'Hello', fileIds: [], price, isOn: true }]),
}

async function line({ server, creator }: Stage): Promise<string> {
  return (await begin(server, creator)).id
}

export const commenting: Readonly<Record<string, Try>> = {
  'comment.add': async ({ server, creator }) => {
    const thing = await makeThing(server, creator)
    return sent(server, creator, ['comment.add', { _id: v7(), ...thing, parentId: null, text: 'Hello' }])
  },
  'comment.edit': async ({ server, creator }) => {
    const thing = await makeThing(server, creator)
    const _id = await writeComment(server, creator, thing)
    return sent(server, creator, ['comment.edit', { _id, objectId: thing.objectId, text: 'Bye' }])
  },
  'POST /comments': async ({ server, creator }) =>
    rest(server, creator, ['POST /comments', { ...(await makeThing(server, creator)), text: 'Hello' }]),
  'PUT /comments/{id}': async ({ server, creator }) => {
    const id = await writeComment(server, creator, await makeThing(server, creator))
    return rest(server, creator, [`PUT /comments/${id}`, { text: 'Bye' }])
  },
  'chat:send': async (stage) => {
    const said = { streamId: await line(stage), _id: v7(), text: 'Hello' }
    return event(stage.server, stage.creator, ['chat:send', said])
  },
  'POST /messages/stream/{id}': async (stage) =>
    rest(stage.server, stage.creator, [`POST /messages/stream/${await line(stage)}`, { text: 'Hello' }]),
  'POST /wallet/charges/tip/{id}': async (stage): Promise<() => Tried> => {
    const tip = { _id: randomUUID(), tokens: 10, message: 'Hello', streamId: await line(stage) }
    return rest(stage.server, stage.fan, [`POST /wallet/charges/tip/${stage.creator.id}`, tip])
  },
}
