import { Receipt } from '@vesper/sync/engine/protocol/receipt.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { ClientToServer } from '@vesper/sync/vesper/live-events.ts'
import { conversationsOf } from '@vesper/sync/vesper/records/spaces.ts'
import * as v from 'valibot'
import { appState } from '../app-state.ts'
import type { Actor } from '../database/transaction.ts'
import { count, createLocalCounter } from '../http/limits/counter.ts'
import { createTokenBucket } from '../http/limits/token-bucket.ts'
import { readEpoch } from '../sync/epoch.ts'
import { roomEvents } from './channels.ts'
import { hasJoined, joinConversation, leaveConversation } from './join-conversation.ts'
import { createLogin } from './login.ts'
import { joinPage, leavePage } from './page-rooms.ts'
import type { LiveContext } from './presence.ts'
import { roomOfConversation } from './rooms.ts'
import type { LiveSocket } from './rooms.ts'
import type { EventAnswer, EventSocket } from './socket-event.ts'

const conversationId = v.pipe(uuid, v.toLowerCase())
const Login = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(4000)) })
const InConversation = v.object({ conversationId })
const Page = v.object({ type: v.pipe(v.string(), v.maxLength(20)), id: v.pipe(uuid, v.toLowerCase()) })
const Typing = v.object({ conversationId, typing: v.boolean() })

/** One keystroke in three seconds is what the app sends; the rest is dropped. */
const TYPING = { points: 10, seconds: 10 }
/** The devices of an account say what they have taken in once in a while, and again with their next requests. */
const takenOf = appState(() => createLocalCounter({ points: 20, seconds: 20 }))

/** Answers every event of the contract; anything else, and anything malformed, is answered `{ok: false}` and forgotten. */
export function acceptEvents(context: LiveContext, socket: LiveSocket): void {
  const login = createLogin(context, socket)
  answer(context, socket, { event: 'login', schema: Login, handle: ({ token }) => login(token) })
  answer(context, socket, {
    event: 'conversation:join',
    schema: InConversation,
    handle: (event) => joinConversation(context, socket, event.conversationId),
  })
  answer(context, socket, {
    event: 'conversation:leave',
    schema: InConversation,
    handle: async (event) => leaveConversation(context, socket, event.conversationId),
  })
  answer(context, socket, { event: 'page:join', schema: Page, handle: (page) => joinPage(context, socket, page) })
  answer(context, socket, { event: 'page:leave', schema: Page, handle: (page) => leavePage(socket, page) })
  const spend = createTokenBucket(TYPING)
  answer(context, socket, {
    event: 'conversation:typing',
    schema: Typing,
    handle: async (event) => {
      const { actor } = socket.data
      // Spending first limits how often an event waits for a join.
      if (!actor || !spend() || !(await hasJoined(socket, event.conversationId))) return { ok: false }
      const room = roomOfConversation(event.conversationId)
      const typing = { ...event, userId: actor.userId }
      socket.to(room).volatile.emit('conversation:typing', typing)
      context.app.bus.tell(roomEvents, { room, event: 'conversation:typing', payload: [typing], volatile: true })
      return { ok: true }
    },
  })
  acceptTaken(context, socket)
  for (const { event, schema, handle } of context.app.domains.socketEvents) {
    answer(context, socket, {
      event,
      schema,
      async handle(payload) {
        const { actor } = socket.data
        return actor ? handle({ app: context.app, socket: eventSocket(socket, actor), payload }) : { ok: false }
      },
    })
  }
}

function eventSocket(socket: LiveSocket, actor: Actor): EventSocket {
  return {
    id: socket.id,
    actor,
    async join(room) {
      if (!socket.connected) return false
      await socket.join(room)
      return socket.connected
    },
    leave: async (room) => {
      await socket.leave(room)
    },
    isIn: (room) => socket.rooms.has(room),
    rooms: (prefix) => [...socket.rooms].filter((room) => room.startsWith(prefix)),
    onGone: (hear) => void socket.once('disconnect', hear),
  }
}

/** Versions of another database, or of a run before say nothing here. */
function acceptTaken(context: LiveContext, socket: LiveSocket): void {
  answer(context, socket, {
    event: 'sync:taken',
    schema: Receipt,
    handle: async ({ epoch, run, spaces }) => {
      const { app } = context
      const { actor } = socket.data
      if (!actor || (await count(takenOf(app), actor.userId)) > 0) return { ok: false }
      const ours = await readEpoch(app.orm.em.fork())
      if (epoch !== ours.epoch || run !== ours.run) return { ok: false }
      const versions = Object.entries(spaces).flatMap(([space, version]) =>
        conversationsOf([space]).map((id) => [id, version] as const),
      )
      app.domains.deviceHolds(app, actor.userId, new Map(versions.filter(([id]) => v.is(uuid, id))))
      return { ok: true }
    },
  })
}

type Declaration<Schema extends v.GenericSchema> = {
  event: keyof ClientToServer
  schema: Schema
  handle: (event: v.InferOutput<Schema>) => Promise<EventAnswer>
}

function answer<Schema extends v.GenericSchema>(
  { app }: LiveContext,
  socket: LiveSocket,
  { event, schema, handle }: Declaration<Schema>,
): void {
  // The wire does not keep the promise of the types, neither for the payload nor for the reply.
  socket.on(event, async (payload: unknown, reply?: unknown) => {
    const send = isReply(reply) ? reply : () => {}
    const checked = v.safeParse(schema, payload)
    if (!checked.success) return send({ ok: false, message: 'This event is not valid.' })
    try {
      send(await handle(checked.output))
    } catch (error) {
      if (!(error instanceof Refusal)) app.log.error({ err: error, event }, 'an event failed')
      send({ ok: false, message: error instanceof Refusal ? error.message : 'Something went wrong.' })
    }
  })
}

function isReply(value: unknown): value is (result: EventAnswer) => void {
  return typeof value === 'function'
}
