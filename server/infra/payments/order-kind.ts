import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../database/transaction.ts'

/** An order at the payment provider. `amount` is what is paid, in cents; `terms` are those of its kind. */
export type Order = {
  id: string
  userId: string
  kind: string
  amount: number
  currency: string
  terms: unknown
  /** The saved card that pays; null for one that is typed on the pay page. */
  cardId?: string | null | undefined
}

/**
 * Money of a paid order that goes back to its payer, or comes again. `key` names the refund or dispute; the cents that are
 * with the payer change from `before` to `after`.
 */
export type MoneyBack = {
  key: string
  reason: 'refund' | 'dispute'
  before: number
  after: number
  /** A dispute of the order stands: it is open, or was lost. */
  isDisputed: boolean
  /** The answers of all earlier calls for this order. */
  taken: readonly unknown[]
}

/** Why an order was not paid. `card-unusable`: the bank refuses the card for good, or it was removed. */
export type OrderFailure = 'declined' | 'card-unusable' | 'authentication-required' | 'expired'

/** The purpose of an order, in its answers. */
export type OrderFacts = { tokens?: number; subscriptionId?: string; performerId?: string }

/**
 * A kind of things that are bought at the payment provider. The domain that sells them declares it. Each of its functions
 * runs in the transaction that changes the order, under the lock of its row.
 */
export type OrderKind = {
  kind: string
  /**
   * Tells if what was ordered can still be given, once its money is here; always unless declared. The money of an order that
   * gives nothing goes back.
   */
  canSettle?: (tx: Tx, order: Order) => Promise<boolean>
  /** Gives what was paid for; once for an order, an expired one too when its money has come after all. */
  settle: (tx: Tx, order: Order) => Promise<void>
  /** The order was not paid. */
  fail?: (tx: Tx, order: Order, failure: OrderFailure) => Promise<void>
  /** Takes back what money that goes back had paid for. Its answer is kept for later calls. */
  takeBack: (tx: Tx, order: Order, back: MoneyBack) => Promise<object>
  /** A dispute was won, or a refund has failed: what the money pays for is given again. Its answer is kept as well. */
  giveBack: (tx: Tx, order: Order, back: MoneyBack) => Promise<object>
  describe: (order: Order) => OrderFacts
  /** A card that is typed on the pay page is saved for later payments; the payer is told so before. */
  savesCard?: boolean
  /** A saved card has taken the place of others, which are the same card, in the transaction that removes them. */
  replaceCards?: (tx: Tx, cards: { from: readonly string[]; to: string }) => Promise<void>
  /** Recurring payments of a saved card: an id and a name for the card's owner. */
  usesOfCards?: (em: EntityManager, cardIds: readonly string[]) => Promise<CardUse[]>
}

export type CardUse = { cardId: string; _id: string; name: string }
