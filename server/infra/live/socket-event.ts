import type { ClientToServer } from '@vesper/sync/vesper/live-events.ts'
import type * as v from 'valibot'
import type { App } from '../../app.ts'
import type { Actor } from '../database/transaction.ts'

/** The socket that said an event, as a domain may use it. The account has logged in. */
export type EventSocket = {
  /** One connection: a tab that reconnects has another. */
  id: string
  actor: Actor
  /** Brings the socket into a room; false for one that has gone meanwhile. */
  join: (room: string) => Promise<boolean>
  leave: (room: string) => Promise<void>
  isIn: (room: string) => boolean
  /** The rooms that the socket is in, by the beginning of their names. */
  rooms: (prefix: string) => string[]
  /** Hears once that the connection has ended. */
  onGone: (hear: () => void) => void
}

export type EventAnswer = { ok: boolean; message?: string; retryAfterMs?: number } & Record<string, unknown>

/**
 * An event that a domain answers. Whatever does not fit `schema`, and comes before the login, is refused before `handle`. A
 * `Refusal` becomes its words.
 */
export type SocketEventOf<Schema extends v.GenericSchema> = {
  event: keyof ClientToServer
  schema: Schema
  handle: (given: { app: App; socket: EventSocket; payload: v.InferOutput<Schema> }) => Promise<EventAnswer>
}

/** An event whose payload its own schema alone understands. */
export type SocketEvent = SocketEventOf<v.GenericSchema>

/** Declares an event for the manifest of its domain. */
export function socketEvent<const Schema extends v.GenericSchema>(given: SocketEventOf<Schema>): SocketEvent {
  return given
}
