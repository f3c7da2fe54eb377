/*
 * A pure model of wallets, sales, refunds, orders and payouts, in plain numbers: none of the code that it is compared with.
 * Tokens are worth 5 cents; money is in 1/10,000. Given tokens are spent first, and come back last.
 */

export const TAX_BPS = 1900
export const COMMISSION_BPS = 2000
export const POST_PRICES = [30, 7] as const
export const PRODUCT_PRICE = 90
export const TERM_TOKENS = 100
export const PAYOUT_MINIMUM_CENTS = 100
const TOP_UPS_MAX = 5

/** People, things and earlier payments are named by their place. `id` names the request. */
export type Command = { id: string } & (
  | { kind: 'top-up'; fan: number; tokens: number }
  | { kind: 'tip'; fan: number; creator: number; tokens: number }
  | { kind: 'buy'; fan: number; creator: number; post: number; isStale: boolean }
  | { kind: 'subscribe'; fan: number; creator: number }
  | { kind: 'order'; fan: number; creator: number; quantity: number }
  | { kind: 'cancel'; order: string }
  | { kind: 'refund'; charge: string; tokens: number }
  | { kind: 'mature' }
  | { kind: 'hold'; fan: number; creator: number; tokens: number }
  | { kind: 'extend' | 'capture'; hold: string; tokens: number }
  | { kind: 'release'; hold: string }
  | { kind: 'ask-payout'; creator: number; cents: number }
  | { kind: 'cancel-payout' | 'approve-payout' | 'confirm-payout'; payout: string }
)

export type Sale = {
  kind: 'tip' | 'feed' | 'subscription' | 'product' | 'stream'
  fan: number
  creator: number
  tokens: number
  granted: number
  share: number
  refunded: number
  refundedShare: number
  isFree: boolean
  /** The post that it opens. */
  post: number | null
}

export type Hold = { fan: number; creator: number; paid: number; granted: number; isOpen: boolean }

/** Held tokens are not among those of the fans. */
export type World = {
  fans: { paid: number; granted: number; topUps: number }[]
  creators: { pending: number; free: number; held: number; stock: number }[]
  sales: Record<string, Sale>
  orders: Record<string, { quantity: number; isCanceled: boolean }>
  /** Tokens that are kept for a show, by the id of its charge. */
  holds: Record<string, Hold>
  payouts: Record<string, { creator: number; cents: number; status: 'pending' | 'processing' | 'paid' | 'canceled' }>
}

export function emptyWorld(people: number, stock: number): World {
  const each = <One>(make: () => One) => Array.from({ length: people }, make)
  return {
    fans: each(() => ({ paid: 0, granted: 0, topUps: 0 })),
    creators: each(() => ({ pending: 0, free: 0, held: 0, stock })),
    ...{ sales: {}, orders: {}, holds: {}, payouts: {} },
  }
}

/** The world after a command; null where the command is refused and changes nothing. */
export function apply(before: World, command: Command): World | null {
  const world = structuredClone(before)
  return act(world, command) ? world : null
}

function act(world: World, command: Command): boolean {
  switch (command.kind) {
    case 'top-up': {
      const fan = at(world.fans, command.fan)
      if (fan.topUps >= TOP_UPS_MAX) return false
      fan.topUps += 1
      fan.paid += command.tokens
      return true
    }
    case 'tip':
      return command.tokens >= 10 && sell(world, { ...command, kind: 'tip', post: null })
    case 'buy': {
      const { fan, creator, post, isStale } = command
      if (isStale || ownsPost(world, fan, { creator, post })) return false
      return sell(world, { id: command.id, kind: 'feed', fan, creator, tokens: at(POST_PRICES, post), post })
    }
    case 'subscribe':
      return sell(world, { ...command, kind: 'subscription', tokens: TERM_TOKENS, post: null })
    case 'order': {
      const seller = at(world.creators, command.creator)
      if (seller.stock < command.quantity) return false
      const tokens = command.quantity * PRODUCT_PRICE
      if (!sell(world, { ...command, kind: 'product', tokens, post: null })) return false
      seller.stock -= command.quantity
      world.orders[command.id] = { quantity: command.quantity, isCanceled: false }
      return true
    }
    case 'cancel':
      return cancel(world, command.order)
    case 'refund': {
      const sale = world.sales[command.charge]
      return sale !== undefined && giveBack(world, sale, command.tokens)
    }
    case 'mature':
      for (const sale of Object.values(world.sales)) mature(world, sale)
      return true
    case 'hold':
    case 'extend':
    case 'capture':
    case 'release':
      return hold(world, command)
    default:
      return payOut(world, command)
  }
}

function payOut(world: World, command: Extract<Command, { payout: string } | { kind: 'ask-payout' }>): boolean {
  if (command.kind === 'ask-payout') {
    const { creator: place, cents } = command
    const creator = at(world.creators, place)
    const isOpen = Object.values(world.payouts).some(
      ({ creator: other, status }) => other === place && (status === 'pending' || status === 'processing'),
    )
    if (isOpen || cents < PAYOUT_MINIMUM_CENTS || cents > Math.floor(creator.free / 100)) return false
    creator.free -= cents * 100
    creator.held += cents * 100
    world.payouts[command.id] = { creator: place, cents, status: 'pending' }
    return true
  }
  const payout = world.payouts[command.payout]
  if (!payout) return false
  const creator = at(world.creators, payout.creator)
  if (command.kind === 'approve-payout') {
    if (payout.status !== 'pending') return false
    payout.status = 'processing'
    return true
  }
  if (command.kind === 'confirm-payout') {
    if (payout.status !== 'processing') return false
    payout.status = 'paid'
    creator.held -= payout.cents * 100
    return true
  }
  if (payout.status === 'canceled') return true
  if (payout.status !== 'pending') return false
  payout.status = 'canceled'
  creator.held -= payout.cents * 100
  creator.free += payout.cents * 100
  return true
}

function hold(world: World, command: Extract<Command, { hold: string } | { kind: 'hold' }>): boolean {
  if (command.kind === 'hold') {
    const { id, fan, creator, tokens } = command
    if (world.holds[id]) return false
    const made = { fan, creator, paid: 0, granted: 0, isOpen: true }
    if (!keep(world, made, tokens)) return false
    world.holds[id] = made
    return true
  }
  const held = world.holds[command.hold]
  if (command.kind === 'release') {
    if (held?.isOpen) end(world, held, { granted: 0, paid: 0 })
    return true
  }
  if (!held?.isOpen) return false
  const more = command.tokens - held.paid - held.granted
  if (command.kind === 'extend') return more <= 0 || keep(world, held, more)
  if (more > 0) return false
  const granted = Math.min(held.granted, command.tokens)
  const paid = command.tokens - granted
  end(world, held, { granted, paid })
  return sell(
    world,
    { ...held, id: command.hold, kind: 'stream', tokens: command.tokens, post: null },
    { granted, paid },
  )
}

function keep(world: World, held: Hold, tokens: number): boolean {
  const fan = at(world.fans, held.fan)
  if (fan.paid + fan.granted < tokens) return false
  const granted = Math.min(fan.granted, tokens)
  fan.granted -= granted
  fan.paid -= tokens - granted
  held.granted += granted
  held.paid += tokens - granted
  return true
}

/** Ends a hold: all of it but what is paid comes back. */
function end(world: World, held: Hold, spent: { granted: number; paid: number }): void {
  const fan = at(world.fans, held.fan)
  fan.granted += held.granted - spent.granted
  fan.paid += held.paid - spent.paid
  held.isOpen = false
}

type Selling = Pick<Sale, 'kind' | 'fan' | 'creator' | 'tokens' | 'post'> & { id: string }

/** `held`: the tokens of each kind are out of the wallet already. */
function sell(
  world: World,
  { id, kind, fan: place, creator, tokens, post }: Selling,
  held?: { granted: number; paid: number },
): boolean {
  const fan = at(world.fans, place)
  if (!held && fan.paid + fan.granted < tokens) return false
  const granted = held?.granted ?? Math.min(fan.granted, tokens)
  if (!held) {
    fan.granted -= granted
    fan.paid -= tokens - granted
  }
  const gross = tokens * 500
  const tax = Math.floor((2 * gross * TAX_BPS + 10_000 + TAX_BPS) / (2 * (10_000 + TAX_BPS)))
  const share = Math.floor(((gross - tax) * (10_000 - COMMISSION_BPS)) / 10_000)
  at(world.creators, creator).pending += share
  const nothing = { refunded: 0, refundedShare: 0, isFree: false }
  world.sales[id] = { kind, fan: place, creator, tokens, granted, share, post, ...nothing }
  return true
}

function giveBack(world: World, sale: Sale, tokens: number): boolean {
  if (tokens < 1 || sale.refunded + tokens > sale.tokens) return false
  const paid = sale.tokens - sale.granted
  const grantedBefore = Math.max(0, sale.refunded - paid)
  sale.refunded += tokens
  const granted = Math.max(0, sale.refunded - paid) - grantedBefore
  const fan = at(world.fans, sale.fan)
  fan.granted += granted
  fan.paid += tokens - granted
  const shareNow = Math.floor((sale.share * sale.refunded) / sale.tokens)
  at(world.creators, sale.creator)[sale.isFree ? 'free' : 'pending'] -= shareNow - sale.refundedShare
  sale.refundedShare = shareNow
  return true
}

function cancel(world: World, id: string): boolean {
  const [order, sale] = [world.orders[id], world.sales[id]]
  if (!order || !sale) return false
  if (order.isCanceled) return true
  order.isCanceled = true
  at(world.creators, sale.creator).stock += order.quantity
  return giveBack(world, sale, sale.tokens - sale.refunded)
}

/** Earnings of a parcel wait until it has arrived. */
function mature(world: World, sale: Sale): void {
  if (sale.isFree || sale.kind === 'product' || sale.refunded === sale.tokens) return
  sale.isFree = true
  const creator = at(world.creators, sale.creator)
  creator.pending -= sale.share - sale.refundedShare
  creator.free += sale.share - sale.refundedShare
}

function ownsPost(world: World, fan: number, { creator, post }: { creator: number; post: number }): boolean {
  return Object.values(world.sales).some(
    (sale) => sale.fan === fan && sale.creator === creator && sale.post === post && sale.refunded < sale.tokens,
  )
}

function at<One>(list: readonly One[], place: number): One {
  const one = list[place]
  if (one === undefined) throw new RangeError(`there is no place ${place}`)
  return one
}
