import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { randomOf } from '@vesper/sync/testing/random.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Follow } from '@vesper/sync/vesper/records/follow.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { Reaction as ReactionRecord } from '@vesper/sync/vesper/records/reaction.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setReaction } from '../../domains/community/reactions/commands.ts'
import { publishPost } from '../../domains/content/posts/commands.ts'
import { Product } from '../../domains/content/products/entity.ts'
import { makeProduct } from '../../domains/content/products/testing/product.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { setFollow } from '../../domains/people/follows/commands.ts'
import { clearCart, setCartLine } from '../../domains/shop/cart/commands.ts'
import { openConversation } from '../../domains/talk/conversations/commands.ts'
import { deleteMessage, sendMessage } from '../../domains/talk/messages/commands.ts'
import { readAll } from '../../domains/talk/messages/read-all.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { makePerson } from './testing/person.ts'
import type { Person } from './testing/person.ts'
import { grantAtRandom, post, postsFor, shortPost } from './testing/random-posts.ts'
import { TestDevice } from './testing/test-device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test.each([1, 2, 3, 4])(
  '[PULL-6] a device holds exactly the rows that its account may see, however they came there (seed %i)',
  async (seed) => {
    const chance = randomOf(seed)
    const random = () => chance.next()
    const fans = await people(`fan${seed}_`, 3, false)
    const creators = await people(`star${seed}_`, 3, true)
    const devices = [...fans, ...creators].flatMap((person) => [0, 1].map(() => new TestDevice(server, person)))
    const goods = await Promise.all(creators.flatMap(({ id }) => [0, 1].map(() => makeProduct(server, id))))
    const posts = await Promise.all(creators.flatMap((by) => [0, 1].map(() => makePost(by))))
    const sent: { id: string; by: Person }[] = []
    for (let step = 0; step < 150; step += 1) {
      const [fan, creator] = [pick(random, fans), pick(random, creators)]
      const [actor, other] = random() < 0.5 ? [fan, creator] : [creator, fan]
      const kind = random()
      const done = kind < 0.3 ? shop({ random, fan, goods }) : act({ random, actor, other, sent, devices })
      await done.catch(unlessExpected)
      if (random() < 0.2) await react({ random, by: actor, post: pick(random, posts) }).catch(unlessExpected)
      if (kind > 0.75) await post(server, random, creator).catch(unlessExpected)
      if (random() < 0.2) await grantAtRandom(server, random, { to: fan, by: creator, postIds: posts })
      if (random() < 0.4) await pick(random, devices).syncAll()
      if (random() < 0.1) expect(await othersOf(pick(random, devices))).toEqual([])
    }
    for (const device of devices) {
      await device.syncAll()
      expect(byId(device.all<Conversation>('conversations')).map(shortConversation)).toEqual(
        await conversationsOf(device),
      )
      expect(byId(device.all<Message>('messages')).map(shortMessage)).toEqual(await messagesOf(device))
      expect(byId(device.all<Follow>('follows')).map(({ _id }) => _id)).toEqual(await followedBy(device))
      expect(byId(device.all<Creator>('creators')).map(({ _id, name }) => [_id, name])).toEqual(await cardsOf(device))
      expect(byId(device.all<Post>('posts')).map(shortPost)).toEqual(await postsFor(device))
      expect(byId(device.all<CartLine>('cart-lines')).map(shortLine)).toEqual(await cartOf(device))
      expect(byId(device.all<ReactionRecord>('reactions')).map(({ _id }) => _id)).toEqual(await reactionsOf(device))
      expect(device.all('profiles')).toMatchObject([await profileOf(device)])
      await device.syncToEnd()
      expect(Object.values(await device.verify())).toEqual(Object.keys(device.cursor).map(() => 'same'))
    }
  },
  60_000,
)

/** [VERIFY-2] The spaces in which a device is found to differ, wherever it stands. */
async function othersOf(device: TestDevice): Promise<string[]> {
  const verified = await device.verify()
  return Object.keys(verified).filter((space) => verified[space] === 'other')
}

class RollBack extends Error {}

/** A refusal is a possible end of an act; a bug or a fault of the database is none. */
function unlessExpected(error: unknown): void {
  if (!(error instanceof Refusal || error instanceof RollBack)) throw error
}

type Step = {
  random: () => number
  actor: Person
  other: Person
  sent: { id: string; by: Person }[]
  devices: readonly TestDevice[]
}

/** One random act. */
async function act({ random, actor, other, sent, devices }: Step): Promise<void> {
  const dice = random()
  const run = (work: (tx: Tx) => Promise<unknown>) => transact(server.app, actor.actor, work)
  if (dice < 0.03) {
    await transact(server.app, null, async ({ em }) => {
      const user = await em.findOneOrFail(User, { id: actor.id })
      user.status = user.status === 'active' ? 'deactivated' : 'active'
    })
    if (random() < 0.5)
      await pick(
        random,
        devices.filter(({ person }) => person.id !== actor.id),
      ).syncAll()
    // An account that is closed does not sync; the oracle looks at open ones.
    await transact(server.app, null, async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: actor.id })).status = 'active'
    })
  } else if (dice < 0.1) {
    await run(async ({ em }) => {
      ;(await em.findOneOrFail(User, { id: actor.id })).name = `Name ${Math.floor(random() * 1000)}`
    })
  } else if (dice < 0.2) {
    const following = random() < 0.6
    await run(async (tx) => {
      await setFollow(tx, { performerId: other.id, following })
      if (random() < 0.1) throw new RollBack()
    })
  } else if (dice < 0.3 && sent.length > 0) {
    const { id, by } = pick(random, sent)
    await transact(server.app, by.actor, (tx) => deleteMessage(tx, { _id: id }))
  } else {
    const { id: conversationId } = (await run((tx) => openConversation(tx, { recipientId: other.id }))) as {
      id: string
    }
    if (dice < 0.5) return void (await run((tx) => readAll(tx, { conversationId, seq: Math.floor(random() * 12) })))
    const id = v7()
    await run(async (tx) => {
      await sendMessage(tx, { _id: id, conversationId, text: `text ${dice}`, fileIds: [] })
      if (random() < 0.1) throw new RollBack()
    })
    sent.push({ id, by: actor })
  }
}

/** One random act around the shop. */
async function shop({ random, fan, goods }: { random: () => number; fan: Person; goods: string[] }): Promise<void> {
  const [dice, productId] = [random(), pick(random, goods)]
  if (dice < 0.4) {
    return transact(server.app, null, async ({ em }) => {
      const product = await em.findOneOrFail(Product, { id: productId })
      if (dice < 0.1) product.status = product.status === 'active' ? 'archived' : 'active'
      else if (dice < 0.25) product.stock = Math.floor(random() * 8)
      else product.price = Math.floor(random() * 100)
    })
  }
  if (dice < 0.5) return transact(server.app, fan.actor, (tx) => clearCart(tx, { productIds: goods.slice(3) }))
  const line = { productId, quantity: Math.floor(random() * 4), priceSeen: Math.floor(random() * 100) }
  await transact(server.app, fan.actor, async (tx) => {
    await setCartLine(tx, line)
    if (random() < 0.1) throw new RollBack()
  })
}

async function makePost(by: Person): Promise<string> {
  const shown = { text: 'A post.', access: 'public', price: 0, scheduledAt: null, poll: null } as const
  const { id } = await transact(server.app, by.actor, (tx) => publishPost(tx, { _id: v7(), ...shown, fileIds: [] }))
  return id
}

/** Likes or bookmarks a post, or ceases to. */
async function react({ random, by, post }: { random: () => number; by: Person; post: string }): Promise<void> {
  const action = random() < 0.5 ? 'like' : 'bookmark'
  const args = { objectId: post, objectType: 'feed', action, on: random() < 0.6 } as const
  await transact(server.app, by.actor, (tx) => setReaction(tx, args))
}

/** The rows that the account may see, read from the tables directly. */
async function conversationsOf({ person }: TestDevice): Promise<unknown[]> {
  const rows = await server.app.orm.em.fork().execute(
    `select c.id as _id, u.name, (select max(seq) from message where conversation_id = c.id) as "lastSeq",
       mine.read_seq as "readSeq", theirs.read_seq as "recipientReadSeq",
       greatest(theirs.read_seq, theirs.delivered_seq) as "recipientDeliveredSeq",
       (select count(*)::int from message where conversation_id = c.id and sender_id <> mine.user_id
          and not is_deleted and seq > mine.read_seq) as unseen,
       (select text from message where conversation_id = c.id order by seq desc limit 1) as "lastText"
     from conversation c join conversation_member mine on mine.conversation_id = c.id and mine.user_id = ?
     join conversation_member theirs on theirs.conversation_id = c.id and theirs.user_id <> mine.user_id
     join "user" u on u.id = theirs.user_id order by c.id`,
    [person.id],
  )
  return (rows as { lastSeq: number | null }[]).map((row) => ({ ...row, lastSeq: row.lastSeq ?? 0 }))
}

function shortConversation(row: Conversation): unknown {
  const { _id, recipient, lastSeq, readSeq, recipientReadSeq, recipientDeliveredSeq, lastMessage } = row
  const lastText = lastMessage?.text ?? null
  const positions = { lastSeq, readSeq, recipientReadSeq, recipientDeliveredSeq, unseen: row.totalNotSeenMessages }
  return { _id, name: recipient.name, ...positions, lastText }
}

async function messagesOf({ person }: TestDevice): Promise<unknown[]> {
  return server.app.orm.em.fork().execute(
    `select m.id as _id, m.seq, m.text, m.is_deleted as "isDeleted" from message m
     join conversation_member c on c.conversation_id = m.conversation_id and c.user_id = ? order by m.id`,
    [person.id],
  )
}

function shortMessage({ _id, seq, text, isDeleted }: Message): unknown {
  return { _id, seq, text, isDeleted }
}

async function followedBy({ person }: TestDevice): Promise<string[]> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>('select performer_id as id from follow where follower_id = ? order by 1', [person.id])
  return rows.map(({ id }) => id)
}

async function reactionsOf({ person }: TestDevice): Promise<string[]> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>('select reaction_id as id from reaction where user_id = ? order by 1', [person.id])
  return rows.map(({ id }) => id)
}

async function cardsOf({ person }: TestDevice): Promise<[string, string][]> {
  const rows = await server.app.orm.em.fork().execute<{ id: string; name: string }[]>(
    `select id, name from "user" where is_performer and status = 'active'
       and (id = ? or id in (select performer_id from follow where follower_id = ?)) order by id`,
    [person.id, person.id],
  )
  return rows.map(({ id, name }) => [id, name])
}

async function cartOf({ person }: TestDevice): Promise<unknown[]> {
  return server.app.orm.em.fork().execute(
    `select l.product_id as _id, l.quantity, l.price_seen as "priceSeen", p.status = 'active' as "isAvailable", u.name,
       case p.status when 'active' then p.price else l.price_seen end as price,
       case when p.status <> 'active' then 0 when p.stock <= 5 then p.stock end as left
     from cart_line l join asset p on p.id = l.product_id join "user" u on u.id = p.performer_id
     where l.user_id = ? order by l.product_id`,
    [person.id],
  )
}

function shortLine({ _id, quantity, priceSeen, isAvailable, product }: CartLine): unknown {
  const { price, left, performer } = product
  return { _id, quantity, priceSeen, isAvailable, name: performer.name, price, left }
}

async function profileOf({ person }: TestDevice): Promise<unknown> {
  const { id, name } = await server.app.orm.em.fork().findOneOrFail(User, { id: person.id })
  return { _id: id, name }
}

function people(prefix: string, length: number, isPerformer: boolean): Promise<Person[]> {
  return Promise.all(Array.from({ length }, (_, n) => makePerson(server, `${prefix}${n}`, isPerformer)))
}

function byId<Row extends { _id: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}
