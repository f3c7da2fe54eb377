import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

export const payoutStates = ['pending', 'approved', 'processing', 'paid', 'failed', 'rejected', 'canceled'] as const

export type PayoutState = (typeof payoutStates)[number]

/*
 *   pending ──→ approved ──→ processing ──→ paid
 *    │  ↑                       │
 *    │  └──────── failed ←──────┘
 *    │             │
 *    ├─────────────┴→ canceled
 *    └──→ rejected
 *
 * The amount is held from `pending` on. It leaves the ledger with `paid`, and goes back with `rejected` and `canceled`.
 */
const next: { readonly [From in PayoutState]: readonly PayoutState[] } = {
  pending: ['approved', 'rejected', 'canceled'],
  approved: ['processing'],
  processing: ['paid', 'failed'],
  failed: ['pending', 'canceled'],
  paid: [],
  rejected: [],
  canceled: [],
}

/** The states in which an amount is held; a creator has at most one request in one of them. */
export const openStates = ['pending', 'approved', 'processing', 'failed'] as const satisfies readonly PayoutState[]

/** True when the machine goes from the one state to the other in one step. */
export function mayFollow(from: PayoutState, to: PayoutState): boolean {
  return next[from].includes(to)
}

/** Refuses as `conflict` a step that the machine does not know. */
export function requireStep(from: PayoutState, to: PayoutState): void {
  if (!mayFollow(from, to)) throw new Refusal('conflict', words[from])
}

const words: { readonly [State in PayoutState]: string } = {
  pending: 'This payout is waiting for its review.',
  approved: 'This payout has been approved already.',
  processing: 'This payout is being paid already.',
  paid: 'This payout has been paid already.',
  failed: 'This payout has failed. Ask for it again first.',
  rejected: 'This payout was rejected.',
  canceled: 'This payout was canceled.',
}
