import { reportTargets } from '@vesper/sync/vesper/api/reports.ts'
import { SUBSCRIPTION_TYPES } from '@vesper/sync/vesper/records/subscription.ts'
import * as v from 'valibot'
import { safeReturn } from '../../../core/session/post-login-destination.ts'
import { accountKey, readStoredJson, removeStored, storeJson } from '../../../core/storage/stored-values.ts'

/** How long a payment that was left leads back, in milliseconds: the provider keeps no page open for longer. */
const HELD_MS = 60 * 60 * 1000
/** How long tokens that are paid may be on their way to the wallet of this device, in milliseconds. */
export const COMING_MS = 60 * 1000
const MOST = 8

const Content = v.object({
  type: v.picklist(reportTargets),
  id: v.string(),
  ownerId: v.string(),
  price: v.exactOptional(v.number()),
  page: v.exactOptional(v.string()),
  tip: v.exactOptional(v.object({ tokens: v.nullable(v.number()), message: v.string() })),
  term: v.exactOptional(
    v.object({
      type: v.picklist(SUBSCRIPTION_TYPES),
      way: v.nullable(v.string()),
      coupon: v.nullable(
        v.object({ code: v.string(), before: v.number(), amount: v.number(), isOffer: v.exactOptional(v.boolean()) }),
      ),
      agreedTo: v.nullable(v.string()),
    }),
  ),
  streamId: v.exactOptional(v.string()),
})

/** The sheet that asks for a payment, and the thing that it is about; null on a page that asks by itself. */
const Asked = v.object({
  by: v.picklist(['buy', 'tip', 'subscribe', 'page']),
  content: v.nullable(Content),
  /** Texts that were typed on a page that asks by itself. */
  typed: v.exactOptional(v.record(v.string(), v.string())),
})

/**
 * A payment that was left for another, with the page that it belongs to. `orderId` is the order that was placed for it; null
 * before one is. `opened`: its pay page is open; `returned`: the provider has led back from it as paid; `paid`: the tokens
 * are coming.
 */
const LeftPayment = v.object({
  ...Asked.entries,
  page: v.pipe(
    v.string(),
    v.check((page) => safeReturn(page) === page),
  ),
  orderId: v.nullable(v.string()),
  checkoutId: v.nullable(v.string()),
  state: v.picklist(['asked', 'opened', 'returned', 'paid']),
  /** The path that was open when the pay page took its place. */
  from: v.exactOptional(v.string()),
  /** Milliseconds; of the latest state. */
  at: v.number(),
})

type Shown = NonNullable<v.InferOutput<typeof Asked>['content']> & { person?: unknown }

export type Asked = v.InferOutput<typeof Asked>
export type LeftPayment = v.InferOutput<typeof LeftPayment>
/** A payment that may be left, before it is. */
export type Leaving = Asked & Pick<LeftPayment, 'page'>

/** The payments of an account that were left on this device. They outlive the pay page, a closed tab and a killed browser. */
export type LeftPayments = {
  /** In the place of the one of the same order, or of the one of the same page that has none. */
  keep: (left: Leaving & Partial<Pick<LeftPayment, 'orderId' | 'checkoutId' | 'state'>>) => void
  ofOrder: (orderId: string | undefined) => LeftPayment | null
  ofCheckout: (checkoutId: string | undefined) => LeftPayment | null
  /** The latest one whose pay page has taken the place of a path. */
  leftFrom: (path: string) => LeftPayment | null
  /** The latest one of a page. */
  ofPage: (page: string) => LeftPayment | null
  change: (orderId: string, change: Partial<Pick<LeftPayment, 'checkoutId' | 'state'>>) => void
  drop: (isDropped: (left: LeftPayment) => boolean) => void
}

export function leftPaymentsOf(account: string, now: () => number = Date.now): LeftPayments {
  const key = accountKey('left-payments', account)
  const all = (): LeftPayment[] => {
    const kept = readStoredJson(key)
    const valid = (Array.isArray(kept) ? kept : []).flatMap((one: unknown) => {
      const parsed = v.safeParse(LeftPayment, one)
      return parsed.success ? [parsed.output] : []
    })
    return valid.filter(({ at }) => at <= now() && now() - at < HELD_MS)
  }
  const write = (left: LeftPayment[]) => {
    if (left.length > 0) storeJson(key, left.slice(-MOST))
    else removeStored(key)
  }
  const latest = (isMeant: (left: LeftPayment) => boolean) => all().findLast(isMeant) ?? null
  return {
    keep: ({ orderId = null, checkoutId = null, state = 'asked', ...left }) => {
      const others = all().filter((one) => (orderId ? one.orderId !== orderId : one.orderId || one.page !== left.page))
      write([...others, { ...left, orderId, checkoutId, state, ...fromHere(state), at: now() }])
    },
    ofOrder: (orderId) => (orderId === undefined ? null : latest((one) => one.orderId === orderId)),
    ofCheckout: (id) => (id === undefined ? null : latest(({ checkoutId }) => checkoutId === id)),
    leftFrom: (path) => latest(({ from, state }) => from === path && state === 'opened'),
    ofPage: (page) => latest((one) => one.page === page),
    change: (orderId, change) =>
      write(
        all().map((one) =>
          one.orderId === orderId ? { ...one, ...change, ...fromHere(change.state), at: now() } : one,
        ),
      ),
    drop: (isDropped) => write(all().filter((one) => !isDropped(one))),
  }
}

function fromHere(state: LeftPayment['state'] | undefined) {
  return state === 'opened' ? { from: location.pathname } : {}
}

/** The part of a thing that is kept: nobody's name and picture are. */
export function withoutPerson({ person: _person, ...about }: Shown): NonNullable<Asked['content']> {
  return about
}

/** Forgets what was left on a page, once the thing on it is paid. */
export function forgetLeftPayments(account: string, page: string): void {
  leftPaymentsOf(account).drop((left) => left.page === page)
}

/** True while the tokens of a top-up that is paid may not be in the wallet of this device yet. */
export function isComing({ state, at }: Pick<LeftPayment, 'state' | 'at'>, now = Date.now()): boolean {
  return state === 'paid' && now - at < COMING_MS
}
