import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { App } from '../../app.ts'
import { publishPost } from '../../domains/content/posts/commands.ts'
import { Post } from '../../domains/content/posts/entity.ts'
import { setBudget } from '../../domains/money/money/budget/set-budget.ts'
import { makeOffer, startTrial } from '../../domains/money/offers/commands.ts'
import { discountedPrice } from '../../domains/money/offers/discounted-price.ts'
import { Offer, OfferUse } from '../../domains/money/offers/entity.ts'
import { Subscription } from '../../domains/money/subscriptions/entity.ts'
import { subscribe } from '../../domains/money/subscriptions/purchase/subscribe.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { Follow } from '../../domains/people/follows/entity.ts'
import { saveBroadcast, sendBroadcast } from '../../domains/reach/broadcasts/commands.ts'
import { Broadcast } from '../../domains/reach/broadcasts/entity.ts'
import { reachOf } from '../../domains/reach/broadcasts/reach-of.ts'
import { sendDueBroadcasts } from '../../domains/reach/broadcasts/send-due.ts'
import { setWelcome } from '../../domains/reach/broadcasts/welcomes.ts'
import { addToFanList, saveFanList } from '../../domains/reach/lists/commands.ts'
import { FanList, FanNote } from '../../domains/reach/lists/entity.ts'
import { saveFanNote } from '../../domains/reach/lists/save-fan-note.ts'
import { readAll } from '../../domains/talk/messages/read-all.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { demoId } from './demo-id.ts'
import { pricesOf } from './plan-money.ts'
import { topUp, withoutMail } from './seed-money.ts'

const DAY_MS = 86_400_000
const CREATOR = 'creator1'
const TOKEN_CENTS = 5
const SALE_PERCENT = 30
/** One who has read in so many has opened the message. */
const READS = 3

type Person = Pick<User, 'id' | 'isPerformer'>
type Moving = { start: Date; signal: AbortSignal }
/** A transaction that acts as somebody, so many days before the start. */
type At = (person: Person, daysAgo: number) => Tx

/**
 * Gives the first creator lists of fans, notes, offers with uses, a message to many that was sent, a welcome and a planned post
 * with an end, and a fan limits: by the commands that make them for people. Called again, it adds what is missing.
 */
export async function seedReach(app: App, { start, signal }: Moving): Promise<void> {
  const em = app.orm.em.fork()
  const creator = await em.findOneOrFail(User, { username: CREATOR })
  const follows = await em.find(Follow, { performerId: creator.id })
  const followers = { $in: follows.map(({ followerId }) => followerId) }
  const fans = await em.find(User, { id: followers, status: 'active' }, { orderBy: { username: 'asc' } })
  const subscribed = new Set((await em.find(Subscription, { performerId: creator.id })).map(({ userId }) => userId))
  const strangers = fans.filter(({ id, username }) => !subscribed.has(id) && username !== 'fan1')
  const run = (work: (at: At) => Promise<void>) => {
    signal.throwIfAborted()
    return transact(app, null, (tx) =>
      work((person, daysAgo) => {
        const now = new Date(start.getTime() - daysAgo * DAY_MS)
        return { ...withoutMail(tx), now, actor: actingAs(person), afterCommit: () => {} }
      }),
    )
  }
  await run((at) => makeLists(at, creator, fans))
  await run((at) => makeOffers(at, creator, strangers))
  await run((at) => planPost(at, creator, start))
  await run((at) => greetFollowers(at, creator))
  await run((at) => setLimits(at, must(fans.find(({ username }) => username === 'fan1'))))
  await sendToFollowers(app, { creator, fans, start, run })
}

async function makeLists(at: At, creator: Person, fans: readonly User[]): Promise<void> {
  const tx = at(creator, 60)
  const id = (n: number) => demoId(CREATOR, 'list', n)
  if ((await tx.em.count(FanList, { id: id(0) })) > 0) return
  await saveFanList(tx, { _id: id(0), kind: 'manual', changes: { name: 'Regulars' } })
  await saveFanList(tx, { _id: id(1), kind: 'manual', changes: { name: 'Asked about the workshop' } })
  const spent = { kind: 'spent', tokens: 200, days: 90 } as const
  await saveFanList(tx, { _id: id(2), kind: 'rule', changes: { name: 'Spent 200 in 90 days', rule: spent } })
  const unseen = { kind: 'unseen', days: 30 } as const
  await saveFanList(tx, { _id: id(3), kind: 'rule', changes: { name: 'Not seen for a month', rule: unseen } })
  for (const [n, { id: userId }] of fans.slice(0, 7).entries()) {
    await addToFanList(tx, { listId: id(n < 5 ? 0 : 1), userId })
  }
  const notes = ['Likes the long walks. Asks before sharing.', 'Birthday in May.', 'Wants the prints unframed.']
  for (const [n, text] of notes.entries()) {
    const { id: userId } = must(fans[n])
    if ((await tx.em.count(FanNote, { performerId: creator.id, userId })) === 0) await saveFanNote(tx, { userId, text })
  }
}

async function makeOffers(at: At, creator: Person, strangers: readonly User[]): Promise<void> {
  const [trialId, saleId] = [demoId(CREATOR, 'offer', 0), demoId(CREATOR, 'offer', 1)]
  const tx = at(creator, 30)
  const common = { endsAt: null, listId: null } as const
  if ((await tx.em.count(Offer, { id: trialId })) === 0) {
    const trial = { _id: trialId, code: 'ONEWEEK', kind: 'trial', days: 7, usesMax: 50, audience: 'new' } as const
    await makeOffer(tx, { ...common, ...trial })
  }
  if ((await tx.em.count(Offer, { id: saleId })) === 0) {
    const sale = { _id: saleId, code: 'AUTUMN', kind: 'discount', percent: SALE_PERCENT, usesMax: null } as const
    await makeOffer(tx, { ...common, ...sale, terms: ['monthly'], audience: 'all' })
  }
  for (const [n, fan] of strangers.slice(0, 5).entries()) {
    const _id = demoId(CREATOR, 'offer-use', n)
    if ((await tx.em.count(OfferUse, { id: _id })) > 0) continue
    if (n < 3) await startTrial(at(fan, 2 + n), { _id, code: 'ONEWEEK' })
    else await buyFirstTerm(at(fan, 9 + n), { _id, creator, fan })
  }
}

async function buyFirstTerm(
  tx: Tx,
  { _id, creator, fan }: { _id: string; creator: Person; fan: Person },
): Promise<void> {
  const price = discountedPrice(pricesOf(CREATOR).monthly, SALE_PERCENT, TOKEN_CENTS)
  await topUp(tx, { id: demoId(_id, 'tokens'), userId: fan.id, tokens: 200, bonus: 0 })
  const term = { type: 'monthly', price, source: 'wallet', consent: SUBSCRIPTION_CONSENT } as const
  await subscribe(tx, { _id, performerId: creator.id, ...term, offerCode: 'AUTUMN' })
}

async function planPost(at: At, creator: Person, start: Date): Promise<void> {
  const tx = at(creator, 0)
  const _id = demoId(CREATOR, 'planned-post')
  if ((await tx.em.count(Post, { id: _id })) > 0) return
  const inDays = (days: number) => new Date(start.getTime() + days * DAY_MS).toISOString()
  const post = {
    text: 'Places for the workshop in spring. This post goes when they are gone.',
    access: 'public',
  } as const
  const times = { scheduledAt: inDays(3), expiresAt: inDays(10) }
  await publishPost(tx, { _id, ...post, ...times, price: 0, poll: null, fileIds: [] })
}

async function greetFollowers(at: At, creator: Person): Promise<void> {
  const tx = at(creator, 30)
  if ((await tx.em.count(Broadcast, { performerId: creator.id, trigger: 'follow' })) > 0) return
  const text = 'Thank you for following! New things come on Thursdays. Ask me anything.'
  await setWelcome(tx, { trigger: 'follow', text, fileIds: [], price: 0, isOn: true })
}

async function setLimits(at: At, fan: Person): Promise<void> {
  await setBudget(at(fan, 1), { version: 0, day: 5000, month: 20_000, creator: 10_000 })
}

type Sending = {
  creator: Person
  fans: readonly Person[]
  start: Date
  run: (work: (at: At) => Promise<void>) => Promise<void>
}

/** A message to all followers goes out as the job sends it, at its time; some have read it since. */
async function sendToFollowers(app: App, { creator, fans, start, run }: Sending): Promise<void> {
  const id = demoId(CREATOR, 'to-many')
  await run(async (at) => {
    const tx = at(creator, 2)
    if ((await tx.em.count(Broadcast, { id })) > 0) return
    const text = 'The autumn pictures are up. Thank you for waiting through the rain with me.'
    const include = [{ kind: 'followers' } as const]
    const broadcast = await saveBroadcast(tx, { _id: id, changes: { text, include } })
    const { count } = await reachOf(tx.em, broadcast, tx.now)
    await sendBroadcast(tx, { id, version: broadcast.version, count })
  })
  const clock = () => new Date(start.getTime() - 2 * DAY_MS + 120_000)
  await sendDueBroadcasts.run({ ...app, clock }, new AbortController().signal)
  await run(async (at) => {
    for (const [n, fan] of fans.entries()) {
      if (n % READS > 0) continue
      await readAll(at(fan, 1), { conversationId: conversationIdOf(fan.id, creator.id) })
    }
  })
}
