import { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import type { Socket } from 'socket.io-client'
import * as v from 'valibot'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { ConnectionError } from '../api/api.ts'
import { socketChanged } from '../connection/model.ts'
import { whenIdle } from '../page/wait-for-idle.ts'
import { subscribeToScope } from '../session/current-scope.ts'
import { emit } from '../session/emit-in-scope.ts'
import { currentSession, onTokenRefused, refuseToken } from '../session/session.ts'
import { currentSync, subscribeToSync, syncState } from '../sync/sync.ts'

type LiveSocket = Socket<ServerToClient, ClientToServer>
type Listener = () => void

/** A half-open line answers nothing and reports nothing: this long an answer may take, in milliseconds. */
const ANSWER_MS = 5_000
/** How long the first screen goes before, in milliseconds, if nobody touches it. */
const HEAD_START_MS = 1_000
/** A login that is turned down is tried again after this long, then after twice as long, a minute at the most. */
const AGAIN_MS = 2_000
const LONGEST_AGAIN_MS = 60_000

let socket: LiveSocket | null = null
let owner: string | null = null
let loggedIn = false
let againMs = AGAIN_MS
/** The token of the session that the socket is for: another may have followed it. */
let said: string | null = null
const ready = new Set<Listener>()
const handlers = new Map<keyof ServerToClient, Set<(...args: never[]) => void>>()

/** Keeps the real-time connection of whoever is signed in, from now on. */
export function keepConnected(): void {
  subscribeToScope(() => void follow())
  // A session that ends begins no scope: what is on screen stays.
  onTokenRefused(() => void follow())
  void follow()
  const check = () => document.visibilityState === 'visible' && void proveAlive()
  document.addEventListener('visibilitychange', check)
  addEventListener('online', check)
}

/** Listens to an event, across reconnections and sessions. Returns how to stop. */
export function onSocket<Name extends keyof ServerToClient>(name: Name, handler: ServerToClient[Name]): () => void {
  const set = handlers.get(name) ?? new Set()
  handlers.set(name, set)
  set.add(handler)
  return () => set.delete(handler)
}

/** Calls back whenever the server knows who we are: now, if it does, and after every reconnection. Rooms are joined here. */
export function onSocketReady(listener: Listener): () => void {
  ready.add(listener)
  if (loggedIn) listener()
  return () => ready.delete(listener)
}

/**
 * Says something that is worth saying only now; lost without a line, and never kept for later: what must arrive goes
 * through the outbox.
 */
export function sayNow<Name extends keyof ClientToServer>(name: Name, ...args: Parameters<ClientToServer[Name]>): void {
  // Not `volatile`: that drops all but the first of what is said within one task, such as the joining of several rooms.
  if (loggedIn) socket?.emit(name, ...args)
}

/** The answer to an event that is answered, as far as it was not refused. */
type Answered<Name extends keyof ClientToServer> = Parameters<
  Extract<Parameters<ClientToServer[Name]>[1], (...args: never[]) => void>
>[0]

/**
 * Says something and waits for the answer, up to `withinMs`. Rejects with a `ConnectionError` without a line, or an answer
 * in time: it may have been heard.
 */
export async function askNow<Name extends keyof ClientToServer>(
  name: Name,
  event: Parameters<ClientToServer[Name]>[0],
  withinMs = ANSWER_MS,
): Promise<Answered<Name>> {
  if (!loggedIn || !socket) throw new ConnectionError('The server cannot be reached.')
  const asked = socket.timeout(withinMs) as unknown as { emitWithAck: (name: string, event: unknown) => Promise<never> }
  return asked.emitWithAck(name, event).catch((cause: unknown) => {
    throw new ConnectionError('The server did not answer in time.', { cause })
  })
}

async function follow(): Promise<void> {
  const session = currentSession()
  const next = session.state === 'signed-in' ? session.user._id : null
  if (next === owner) return
  owner = next
  disconnect()
  if (!next) return
  await firstThingsFirst()
  const { io } = await importWithRetry(() => import('socket.io-client'))
  if (owner !== next || socket) return
  socket = io({
    transports: ['websocket', 'polling'],
    // Read at every connection: a renewed session has another.
    query: {
      get token() {
        return token() ?? ''
      },
    },
    reconnectionDelayMax: 10_000,
  })
  wire(socket)
}

/**
 * The first screen has processor and line for itself: what the device holds, then the first pull, then this. A user who
 * touches something no longer waits for that screen, and may be off to a conversation.
 */
async function firstThingsFirst(): Promise<void> {
  const over = new AbortController()
  const touched = new Promise((resolve) => {
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, resolve, { capture: true, signal: over.signal })
  })
  await firstRound()
  await Promise.race([touched, whenIdle().then(() => new Promise((resolve) => setTimeout(resolve, HEAD_START_MS)))])
  over.abort()
}

/** Resolves when the server has been asked once, with or without success; also where the device's storage does not open. */
function firstRound(): Promise<void> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const look = () => {
      const held = syncState()
      if (held.state === 'on' && stops.length === 1) stops.push(held.sync.subscribe(look))
      if (held.state === 'on' && isUnasked(held.sync.status())) return
      if (held.state === 'off' || (held.state === 'opening' && !held.isLate)) return
      for (const stop of stops.splice(0)) stop()
      resolve()
    }
    stops.push(subscribeToSync(look))
    look()
  })
}

function isUnasked({ lastSyncAt, state }: SyncStatus): boolean {
  return lastSyncAt === null && (state === 'idle' || state === 'syncing')
}

function wire(live: LiveSocket): void {
  live.on('connect', () => void logIn(live))
  live.on('disconnect', (reason) => {
    lost('disconnect')
    // It takes that as final. The session that has ended may not be ours any more.
    if (reason !== 'io server disconnect' || live !== socket) return
    if (token() && token() !== said) return void live.connect()
    // The account may be suspended: the engine's next request tells.
    currentSync()?.wake('poke')
  })
  live.on('connect_error', () => lost('failed'))
  live.io.on('reconnect_attempt', () => emit(socketChanged, 'reconnecting'))
  live.on('sync:poke', (poke) => hearPoke(poke))
  live.on('session:ended', () => {
    if (said) void refuseToken(said)
  })
  live.onAny((name: keyof ServerToClient, ...args: unknown[]) => {
    for (const handler of handlers.get(name) ?? []) (handler as (...args: unknown[]) => void)(...args)
  })
}

/** A poke of a later server in another form is a poke all the same. */
function hearPoke(event: unknown): void {
  const poke = v.safeParse(Poke, event)
  currentSync()?.wake('poke', poke.success ? poke.output : undefined)
}

/** After every connection: the server takes this event's word, not that of the address. */
async function logIn(live: LiveSocket): Promise<void> {
  const answer = await ask(live)
  if (live !== socket || !live.connected) return
  // The session has ended meanwhile: whoever signs in gets another connection.
  if (!said) return void live.close()
  if (!answer) return void live.disconnect().connect()
  if (!answer.ok) {
    live.close()
    setTimeout(() => live === socket && live.connect(), againMs)
    againMs = Math.min(againMs * 2, LONGEST_AGAIN_MS)
    // The session may have ended while there was no line: the engine's next request tells.
    return currentSync()?.wake('poke')
  }
  loggedIn = true
  againMs = AGAIN_MS
  emit(socketChanged, 'connected')
  currentSync()?.wake('poke')
  for (const listener of ready) listener()
}

/** Coming back from sleep, the line may look open and be dead. */
async function proveAlive(): Promise<void> {
  const live = socket
  if (!live?.connected || (await ask(live)) || live !== socket) return
  live.disconnect().connect()
}

async function ask(live: LiveSocket): Promise<{ ok: boolean } | null> {
  said = token()
  if (!said) return null
  const answered = live.timeout(ANSWER_MS).emitWithAck('login', { token: said }) as Promise<{ ok: boolean }>
  return answered.catch(() => null)
}

function lost(status: 'disconnect' | 'failed'): void {
  loggedIn = false
  emit(socketChanged, status)
}

function disconnect(): void {
  loggedIn = false
  socket?.close()
  socket = null
  emit(socketChanged, 'initialized')
}

function token(): string | null {
  const session = currentSession()
  return session.state === 'signed-in' ? session.token : null
}
