import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { makeAddress } from '../../../shop/orders/testing/buy.ts'
import { PayoutDetails } from '../../payouts/details/entity.ts'
import { offer } from '../../subscriptions/testing/subscribe.ts'
import { POST_PRICES, PRODUCT_PRICE } from './money-model.ts'
import type { World } from './money-model.ts'

/** The people and things that a run of random commands moves, by their places in the model. */
export type Stage = {
  server: TestServer
  fans: Person[]
  addresses: string[]
  creators: { person: Person; posts: string[]; productId: string }[]
}

let count = 0

/** So many fans and creators whom nothing else uses. */
export async function makeStage(server: TestServer, people: number, stock: number): Promise<Stage> {
  const stage: Stage = { server, fans: [], addresses: [], creators: [] }
  for (let place = 0; place < people; place += 1) {
    const fan = await makePerson(server, `stage_fan_${(count += 1)}`)
    stage.fans.push(fan)
    stage.addresses.push(await makeAddress(server, fan))
    stage.creators.push(await makeCreator(server, stock))
  }
  return stage
}

async function makeCreator(server: TestServer, stock: number): Promise<Stage['creators'][number]> {
  const { app } = server
  const person = await makePerson(server, `stage_creator_${(count += 1)}`, true)
  const posts: string[] = []
  for (const price of POST_PRICES) {
    const _id = v7()
    const post = { _id, text: 'The whole of it', access: 'paid', price, scheduledAt: null, poll: null, fileIds: [] }
    await transact(app, person.actor, (tx) => publishPost(tx, post as Parameters<typeof publishPost>[1]))
    posts.push(_id)
  }
  await offer(server, person, { prices: { monthly: 500 } })
  await transact(app, null, async (tx) => {
    const bank = { method: 'bank', bank: 'sealed', bankLast4: '3000', bankCountry: 'DE' } as const
    tx.em.create(PayoutDetails, { performerId: person.id, ...bank, updatedAt: tx.now })
  })
  return { person, posts, productId: await makeProduct(server, person.id, { price: PRODUCT_PRICE, stock }) }
}

/** The part of a world that the database shows. */
export type Seen = ReturnType<typeof seenOf>

/** A world of the model as `readSeen` would find it. */
export function seenOf(world: World) {
  const owned = Object.values(world.sales)
    .filter(({ kind, refunded, tokens }) => kind === 'feed' && refunded < tokens)
    .map(({ fan, creator, post }) => `${fan} ${creator} ${post}`)
  return {
    fans: world.fans.map(({ paid, granted }, place) => ({
      ...{ balance: paid + granted, granted },
      held: Object.values(world.holds)
        .filter(({ fan, isOpen }) => fan === place && isOpen)
        .reduce((sum, one) => sum + one.paid + one.granted, 0),
    })),
    creators: world.creators,
    owned: owned.toSorted(),
    sales: sorted(
      Object.entries(world.sales).map(([id, { tokens, granted, share, refunded, refundedShare }]) => ({
        ...{ id, tokens, granted, share, refunded, refundedShare },
      })),
    ),
    orders: sorted(
      Object.entries(world.orders).map(([id, { isCanceled }]) => ({
        ...{ id, fulfilment: isCanceled ? 'canceled' : 'new' },
      })),
    ),
    payouts: sorted(Object.entries(world.payouts).map(([id, { status, cents }]) => ({ id, status, cents }))),
  }
}

/** Reads the same from the database: wallets, the ledger, stock, rights, sales, orders and payouts. */
export async function readSeen({ server, fans, creators }: Stage): Promise<Seen> {
  const em = server.app.orm.em.fork()
  const list = (ids: readonly string[]) => `{${ids.join()}}`
  const [fanIds, creatorIds] = [fans.map(({ id }) => id), creators.map(({ person }) => person.id)]
  const wallets = await em.execute<{ id: string; balance: string; granted: string; held: string }[]>(
    'select user_id as id, balance, granted, held from wallet where user_id = any(?::uuid[])',
    [list(fanIds)],
  )
  const earned = await em.execute<{ id: string; kind: string; amount: string }[]>(
    `select a.owner_id as id, a.kind, sum(e.amount) as amount from money_account a
     join money_entry e on e.account_id = a.id where a.owner_id = any(?::uuid[]) group by 1, 2`,
    [list(creatorIds)],
  )
  const amountOf = (id: string, kind: string) =>
    Number(earned.find((one) => one.id === id && one.kind === kind)?.amount ?? 0)
  const stocks = await em.execute<{ id: string; stock: number }[]>(
    'select performer_id as id, stock from asset where performer_id = any(?::uuid[])',
    [list(creatorIds)],
  )
  const rights = await em.execute<{ user: string; object: string }[]>(
    `select user_id as "user", object_id as object from entitlement
     where user_id = any(?::uuid[]) and object_type = 'feed' and revoked_at is null`,
    [list(fanIds)],
  )
  const placeOfPost = (id: string) => {
    const creator = creators.findIndex(({ posts }) => posts.includes(id))
    return `${creator} ${creators[creator]?.posts.indexOf(id)}`
  }
  return {
    fans: fanIds.map((id) => {
      const wallet = wallets.find((one) => one.id === id)
      return {
        ...{ balance: Number(wallet?.balance ?? 0), granted: Number(wallet?.granted ?? 0) },
        held: Number(wallet?.held ?? 0),
      }
    }),
    creators: creatorIds.map((id) => ({
      pending: amountOf(id, 'earn_pending'),
      free: amountOf(id, 'earn_available'),
      held: amountOf(id, 'payout_held'),
      stock: stocks.find((one) => one.id === id)?.stock ?? -1,
    })),
    owned: rights.map(({ user, object }) => `${fanIds.indexOf(user)} ${placeOfPost(object)}`).toSorted(),
    sales: sorted(
      await em.execute(
        `select id, tokens, granted, share::int as share, refunded_tokens as refunded,
           refunded_share::int as "refundedShare" from charge where fan_id = any(?::uuid[])`,
        [list(fanIds)],
      ),
    ),
    orders: sorted(
      await em.execute('select id, fulfilment from "order" where buyer_id = any(?::uuid[])', [list(fanIds)]),
    ),
    payouts: sorted(
      await em.execute('select id, status, amount as cents from payout where performer_id = any(?::uuid[])', [
        list(creatorIds),
      ]),
    ),
  }
}

function sorted<Row extends { id: string }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
