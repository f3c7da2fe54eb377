import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type * as v from 'valibot'
import type { Tx } from './database/transaction.ts'

/** The effect of something, for the eyes of the second person: names and numbers, by the word that stands before them. */
export type Facts = Readonly<Record<string, string | number>>

/** Something that staff do only with the consent of a second person. */
export type ApprovalKind<Payload extends object = object> = {
  /** Named for the domain and the decision: `payout.approve`. */
  kind: string
  /** The permission that both persons need. */
  needs: Permission
  payload: v.GenericSchema<unknown, Payload>
  /** Its effect as it would be now, under the locks of `execute`. Refuses what cannot be done. */
  facts: (tx: Tx, payload: Payload) => Promise<Facts>
  /** Does it, audited, in the transaction of the consent. `reason`: the words of the person who asked for it. */
  execute: (tx: Tx, payload: Payload, reason: string) => Promise<void>
}

/** Declares a kind; what it is asked with follows from its schema. */
export function approvalKind<Payload extends object>(kind: ApprovalKind<Payload>): ApprovalKind {
  return kind as unknown as ApprovalKind
}
