import type { Tx } from '../database/transaction.ts'

/** An event of the payment provider. It tells that something changed, not what: the app reads the object. */
export type GatewayEvent = { id: string; type: string; objectId: string }

/** Runs in the transaction that notes an event for the first time, and leaves the work to a job. */
export type GatewayEventHandler = (tx: Tx, event: GatewayEvent) => Promise<void>
