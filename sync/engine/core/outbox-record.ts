/** A synchronised row. */
export type Row = { _id: string; [field: string]: unknown }

/** A row as the device keeps it: `$space` is the space whose patch brought it, absent on a row made by a mutation. */
export type StoredRow = Row & { $space?: string }

/** The server's row of a key where an optimistic one stands in the table; null when the server has none. */
export type BaseRecord = { collection: string; id: string; row: StoredRow | null }

/**
 * A queued mutation. `waiting`: to be sent; `sending`: in a request now, or in one that gave it no outcome;
 * `rejected`: refused for good, kept until its author decides; `cancelling`: taken back, and the server has yet to say so.
 */
export type OutboxRecord = {
  /** Place in the outbox, given by the store, never reused. */
  order: number
  id: string
  lane: string
  name: string
  args: unknown
  owner: string
  schema: number
  /** ISO 8601, the device's clock: for display, and for how long what was recovered is sure ([TIME-2]). */
  queuedAt: string
  state: 'waiting' | 'sending' | 'rejected' | 'cancelling'
  /** How often it was put into a request. */
  attempts: number
  rejection: Rejection | null
  /** Another went into it: a copy of the database from before has the same id with other arguments. */
  folded?: true
  /** It is out of the second place: another device may have sent it, and heard what became of it. */
  recovered?: true
}

/** True for a mutation that waits or is being sent: its optimistic part is shown. */
export function isQueued({ state }: Pick<OutboxRecord, 'state'>): boolean {
  return state === 'waiting' || state === 'sending'
}

/** True for a discarded mutation on which the server has yet to decide. */
export function isCancelling({ state }: Pick<OutboxRecord, 'state'>): boolean {
  return state === 'cancelling'
}

export type Rejection = { kind: string; message: string }

export type SpaceRecord = { space: string; version: number }
