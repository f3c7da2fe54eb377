import type * as v from 'valibot'
import type { LocalTx } from './core/local-tx.ts'

/** How a mutation behaves offline: `queue` and `draft` are kept and sent later, `online` refuses at once and keeps nothing. */
type MutationClass = 'queue' | 'draft' | 'online'

/** The terms that a user has agreed to, by name: a shown price, the version of the thing that it was shown for. */
export type Agreed = Readonly<Record<string, string | number>>

/**
 * [MONEY-1] A mutation that moves money never waits in an outbox until a price has changed or a balance is gone: it is
 * `online`. [MONEY-2] `lapsesAfterMs`: it is withdrawn when the server has not confirmed it by then. [MONEY-3]
 * `agreed`: the server refuses it where this holds no longer.
 */
export type Classed<Args = never> =
  | { class: MutationClass; movesMoney?: false }
  | { class: 'online'; movesMoney: true; lapsesAfterMs: number; agreed: (args: Args) => Agreed }

/** The knowledge of an optimistic part: nothing that differs when it runs again during a rebase. */
export type LocalContext = {
  account: string
  /** Place of the mutation in the device's outbox; raises with every mutation. */
  order: number
  /** When it was queued (ISO 8601, the device's clock): for display, never for order. */
  queuedAt: string
}

/**
 * One kind of mutation: what it takes, which lane it waits in, and what the user sees before the server has answered.
 * An optimistic half is run again at every rebase, over rows that may have changed or gone.
 */
export type Mutation<Args = never> = Classed<Args> & {
  name: string
  args: v.GenericSchema<unknown, Args>
  lane: (args: Args) => string
  /**
   * [OUTBOX-8] One mutation in place of `previous` and `next`, of one lane and neither of them sent; null where each is
   * sent by itself. Given what it has made and the same `next` again, it changes nothing.
   */
  fold?: (previous: Args, next: Args) => Args | null
  /** Ids of the files that must be on the server before the mutation goes there. */
  files?: (args: Args) => readonly string[]
  optimistic: (tx: LocalTx, args: Args, context: LocalContext) => Promise<void>
}
