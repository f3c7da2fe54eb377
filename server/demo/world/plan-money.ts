import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import { randomOf } from '../art/random.ts'
import type { Random } from '../art/random.ts'
import { demoId } from './demo-id.ts'
import { CLOSED_FAN, quietFans, worldFans } from './fans.ts'
import type { PlannedFollow } from './plan-reactions.ts'
import type { World } from './read-world.ts'

const DAY_MINUTES = 1440
const TIPPING_DAYS = 330
/** fan1 keeps so many tokens to try things out with. */
const SPARE = 400

/** The cents that a token costs, unless an operator has changed it. */
const TOKEN_CENTS = 5
/** A day or more less than each term, so that none has ended. */
const termDays = { monthly: 26, quarterly: 85, 'half-yearly': 175, yearly: 320 } as const

type Sale =
  | { kind: 'tip'; creator: string; tokens: number; message: string }
  | { kind: 'buy'; type: 'feed' | 'gallery' | 'video'; targetId: string; tokens: number }
type Subscribing = { kind: 'subscribe'; creator: string; type: SubscriptionType; price: number; tokens: number }
type TopUp = { kind: 'top-up'; tokens: number; bonus: number }

/** Money that a fan moved, so many minutes before the first start. */
export type MoneyEvent = { id: string; fan: string; minutesAgo: number } & (Sale | Subscribing | TopUp)

const packages: readonly [TopUp, ...TopUp[]] = [
  { kind: 'top-up', tokens: 100, bonus: 0 },
  { kind: 'top-up', tokens: 100, bonus: 0 },
  { kind: 'top-up', tokens: 500, bonus: 25 },
]
const amounts = [10, 10, 15, 20, 20, 25, 30, 50, 80] as const
const messages = [
  ...(['', '', '', '', 'For the next one.', 'Thank you for this morning.', 'Coffee is on me.'] as const),
  ...(['That made my week.', 'Keep going.', 'For the one that failed.', 'From the night shift, with thanks.'] as const),
] as const

/** All tips, purchases and subscriptions of the fans, with the tokens that they bought for them, the oldest first. */
export function planMoney(world: World, follows: readonly PlannedFollow[]): MoneyEvent[] {
  const forSale = forSaleIn(world)
  const events = worldFans.flatMap(({ username: fan }, n) => {
    if (quietFans.has(fan) || fan === CLOSED_FAN) return []
    const random = randomOf(`money of ${fan}`)
    const joined = Math.min(TIPPING_DAYS, 275 - n * 5) * DAY_MINUTES
    const followed = follows.filter((follow) => follow.fan === fan).map(({ creator }) => creator)
    const buyer = { fan, joined, followed }
    const sales = [...buys(random, forSale, buyer), ...tips(random, buyer), ...subscriptions(buyer)]
    return withTopUps(random, sales.toSorted(byTime), fan)
  })
  return events.toSorted(byTime)
}

/** A creator's prices of each term, in cents. */
export function pricesOf(creator: string) {
  const monthly = randomOf(`prices of ${creator}`).pick([400, 500, 500, 600, 800])
  return { monthly, quarterly: monthly * 2.7, halfYearly: monthly * 5, yearly: monthly * 9 }
}

type ForSale = { creator: string; age: number } & Extract<Sale, { kind: 'buy' }>
type Buyer = { fan: string; joined: number; followed: readonly string[] }

function forSaleIn({ posts, assets }: World): ForSale[] {
  const ofPosts = posts
    .filter(({ access, minutesAgo, archived }) => access === 'paid' && minutesAgo > 0 && !archived)
    .map(({ id: targetId, price: tokens, minutesAgo: age, creator }): ForSale => {
      return { kind: 'buy', type: 'feed', targetId, tokens, age, creator: creator.username }
    })
  const ofAssets = assets
    .filter(({ access }) => access === 'paid')
    .map(({ id: targetId, kind: type, price: tokens, minutesAgo: age, creator }): ForSale => {
      return { kind: 'buy', type, targetId, tokens, age, creator: creator.username }
    })
  return [...ofPosts, ...ofAssets]
}

/** fan1 leaves half of what is for sale locked, to try buying with. */
function buys(random: Random, forSale: readonly ForSale[], { fan, joined, followed }: Buyer): MoneyEvent[] {
  const wanted = forSale.filter(({ creator }, n) => {
    const isWanted = random.chance(0.3)
    return followed.includes(creator) && (fan === 'fan1' ? n % 4 === 3 : isWanted)
  })
  return wanted.map(({ creator: _creator, age, ...sale }) => {
    const earliest = Math.min(age - 5, joined)
    const minutesAgo = Math.floor(earliest * (1 - random.next() ** 3) + 3)
    return { id: demoId(fan, `buy.${sale.targetId}`), fan, minutesAgo, ...sale }
  })
}

function tips(random: Random, { fan, joined, followed }: Buyer): MoneyEvent[] {
  const [first, ...rest] = followed
  if (first === undefined) return []
  const count = fan === 'fan1' ? 9 : random.whole(2, 9)
  return Array.from({ length: count }, (_, n) => {
    // More of them lately: the site grows.
    const minutesAgo = 20 + Math.floor(random.next() ** 1.8 * joined)
    const [creator, tokens, message] = [random.pick([first, ...rest]), random.pick(amounts), random.pick(messages)]
    return { id: demoId(fan, 'tip', n), fan, minutesAgo, kind: 'tip', creator, tokens, message }
  })
}

/** Terms that still run at the first start: a month mostly, some longer. */
function subscriptions({ fan, joined, followed }: Buyer): MoneyEvent[] {
  const random = randomOf(`subscriptions of ${fan}`)
  const members = followed.filter(() => random.chance(0.2)).slice(0, 3)
  return (fan === 'fan1' ? followed.slice(2, 4) : members).map((creator) => {
    const type = random.pick(['monthly', 'monthly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const)
    const prices = pricesOf(creator)
    const price = { ...prices, 'half-yearly': prices.halfYearly }[type]
    const minutesAgo = 30 + Math.floor(random.next() * Math.min(joined - 60, termDays[type] * DAY_MINUTES))
    const id = demoId(fan, `subscription.${creator}`)
    return { id, fan, minutesAgo, kind: 'subscribe', creator, type, price, tokens: price / TOKEN_CENTS }
  })
}

/** Tokens are bought some minutes before they are short. */
function withTopUps(random: Random, sales: readonly MoneyEvent[], fan: string): MoneyEvent[] {
  let [balance, count] = [0, 0]
  const topUp = (minutesAgo: number, chosen: TopUp): MoneyEvent => {
    balance += chosen.tokens + chosen.bonus
    return { id: demoId(fan, 'top-up', count++), fan, minutesAgo, ...chosen }
  }
  const events = sales.flatMap((sale) => {
    const bought: MoneyEvent[] = []
    while (balance < sale.tokens && sale.kind !== 'top-up')
      bought.push(topUp(sale.minutesAgo + 2 - bought.length * 0.1, random.pick(packages)))
    balance -= sale.tokens
    return [...bought, sale]
  })
  const [, , large] = packages
  if (fan === 'fan1' && large) while (balance < SPARE) events.push(topUp(15, large))
  return events
}

function byTime(a: MoneyEvent, b: MoneyEvent): number {
  return b.minutesAgo - a.minutesAgo
}
