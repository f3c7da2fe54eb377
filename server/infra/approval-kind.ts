import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ApprovalKindName, Permission } from '@vesper/sync/vesper/api/staff.ts'
import type * as v from 'valibot'
import type { Tx } from './database/transaction.ts'

/** The effect of something, for the eyes of the second person: names and numbers, by the word that stands before them. */
export type Facts = Readonly<Record<string, string | number>>

/** Something that staff do only with the consent of a second person. */
export type ApprovalKind<Payload extends object = object> = {
  /** The desk has words for each. */
  kind: ApprovalKindName
  /** The permission that both persons need. */
  needs: Permission
  payload: v.GenericSchema<unknown, Payload>
  /** The id of the thing that is decided on. One request about it waits at a time. */
  subjectOf: (payload: Payload) => string
  /**
   * Its effect as it would be now, under the locks of `execute`. Refuses what cannot be done, and an actor on their own
   * account: it runs for the person who asks and for the person who consents.
   */
  facts: (tx: Tx, payload: Payload) => Promise<Facts>
  /** Does it, audited, in the transaction of the consent. `reason`: the words of the person who asked for it. */
  execute: (tx: Tx, payload: Payload, reason: string) => Promise<void>
}

/** Declares a kind; what it is asked with follows from its schema. */
export function approvalKind<Payload extends object>(kind: ApprovalKind<Payload>): ApprovalKind {
  return kind as unknown as ApprovalKind
}

/** Refuses to do alone what needs a second person. Clients find the kind to ask for in the detail `approval`. */
export function secondPersonNeeded(kind: string): Refusal {
  return new Refusal('forbidden', 'A second person has to approve this.', [{ path: 'approval', message: kind }])
}

/** Runs a command of the operator, who learns where a second person is asked: at the desk. */
export async function leadToDesk<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details?.some(({ path }) => path === 'approval')) throw error
    throw new Refusal('forbidden', `${error.message} Ask for it in the desk, at /desk/money.`, error.details)
  }
}
