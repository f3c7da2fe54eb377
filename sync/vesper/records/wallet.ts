import * as v from 'valibot'
import { Budget } from './budget.ts'

/** The tokens of an account, as the server's ledger has them. A device never adds them up by itself. */
export const Wallet = v.object({
  /** The account's id. */
  _id: v.pipe(v.string(), v.uuid()),
  /** All that can be spent: bought and given tokens, less what is held. */
  balance: v.number(),
  /** The part of it that was given. It is spent first. */
  granted: v.number(),
  /** Tokens that are set aside for something under way. */
  held: v.number(),
  /** Tokens that have to be paid back before anything is bought. */
  debt: v.number(),
  /** Limits that the fan has set; absent where none were. */
  budget: v.optional(Budget),
  updatedAt: v.string(),
})

export type Wallet = v.InferOutput<typeof Wallet>
