import type { EntityManager } from '@mikro-orm/postgresql'
import type * as v from 'valibot'
import type { App } from '../../app.ts'

/**
 * Background work of a domain, named for the domain and the work: `posts.publish-due`. A run that throws is retried after
 * a growing pause; after the last retry the job stays visible as failed. `signal` aborts when the server stops. A run
 * that then throws is given back, and the next server runs it again. A run may happen twice: a killed server leaves
 * its jobs half done.
 */
export type Job = RecurringJob | QueuedJob

type Common = {
  name: string
  /** Retries after the first failure. Default 3. */
  retries?: number
  /** Pause before the first retry; it doubles with each. Default 5 seconds. */
  retrySeconds?: number
  /** A run that takes longer counts as failed. Default 15 minutes. */
  timeoutSeconds?: number
  /**
   * Moves money at the payment provider. It waits while the history of the database is in question: after a restore, the
   * provider may have paid already.
   */
  movesMoney?: true
}

/**
 * Runs when a server starts, after `wake`, and at least every `everySeconds`. One run at a time over all servers of a
 * database. The domain's rows say what is to be done.
 */
export type RecurringJob = Common & {
  kind: 'recurring'
  everySeconds: number
  /** The time until there is work again, in milliseconds; nothing waits for `everySeconds`. */
  run(app: App, signal: AbortSignal): Promise<number | null | void>
}

/** Runs once for each payload that a transaction enqueues: not before its commit, and not without it. */
export type QueuedJob<Payload extends object = object> = Common & {
  kind: 'queued'
  payload: v.GenericSchema<unknown, Payload>
  /** Payloads of one key wait as one job, and run one after another. */
  key(payload: Payload): string
  /** The waiting job with the lowest turn runs first. A job's place in its account's queue lets accounts take turns. Default 0. */
  turn?(em: EntityManager, payload: Payload): Promise<number>
  /** Runs at a time in one process. Default 1. */
  concurrency?: number
  /** Payloads that should have a job; enqueued when a server starts, where they have none. */
  unfinished?(app: App): Promise<Payload[]>
  run(app: App, payload: Payload, signal: AbortSignal): Promise<void>
}
