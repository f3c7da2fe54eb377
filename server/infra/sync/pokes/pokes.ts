import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  conversationsOf,
  performersOf,
  spaceOfConversation,
  spaceOfPerformer,
} from '@vesper/sync/vesper/records/spaces.ts'
import type { App } from '../../../app.ts'
import { createGate } from '../../concurrency/gate.ts'
import type { RaisedSpace } from '../../live/channels.ts'
import { roomOfUser, showsSomething } from '../../live/rooms.ts'
import type { LiveServer } from '../../live/rooms.ts'
import { visibleSpaces } from '../pull/visible-spaces.ts'
import { createMemberCache } from './member-cache.ts'
import type { MemberLookup } from './member-cache.ts'
import { pokePatch } from './poke-patch.ts'
import type { Moved } from './poke-patch.ts'
import { createSpreadPokes } from './spread-pokes.ts'
import type { SpreadParts, SpreadPokes } from './spread-pokes.ts'

const CHUNK = 5000
/** So many accounts of a chunk get what changed with the poke; the others pull. */
const PATCHED = 16
/** Connections to the database that pokes may take: what they bring is welcome, what requests ask for comes first. */
const READERS = 4
/** Conversations whose members are remembered: each poke would look them up again, before anything else. */
const MEMBERS_KEPT = 10_000
/** Devices that all have to pull do so over so many milliseconds. */
const SPREAD_MS = 3_000
/** A run after all others: what became of a space before is not asked for. */
const NO_PAST = Number.MAX_SAFE_INTEGER

export type Pokes = {
  add: (raised: readonly RaisedSpace[], writerId: string | null) => void
  /** Resolves when the pokes so far are out, but for those that are spread over a time. */
  settled: () => Promise<void>
  /** Tells each connected account where all its spaces are: a device that is behind in one pulls. */
  catchUp: () => Promise<void>
  /** Has each connected account pull, whatever it holds. */
  pullAll: () => void
  /** Forgets the pokes that wait: no device is connected any more. */
  stop: () => void
}

/** `writers` have their own changes in the answers they get. */
type Move = Moved & { writers: ReadonlySet<string | null> }

type Reach = { app: App; io: LiveServer; members: MemberLookup; spread: SpreadPokes }

/**
 * Tells each account, once a tick, which of its spaces moved and where to, and what changed where that is little. A creator
 * with more connected followers than `config.pokesPerSecond` has them told at that rate.
 */
export function createPokes(app: App, io: LiveServer, clock: Pick<SpreadParts, 'every' | 'now'> = {}): Pokes {
  const members = createMemberCache(
    (conversations) => app.domains.audience.membersOf(app.orm.em.fork(), conversations),
    MEMBERS_KEPT,
  )
  const spread = createSpreadPokes({
    ...clock,
    perSecond: app.config.pokesPerSecond,
    send(userId, spaces) {
      const room = roomOfUser(userId)
      return io.sockets.adapter.rooms.has(room) && io.to(room).emit('sync:poke', { spaces })
    },
  })
  let waiting = new Map<string, Move>()
  let sending: Promise<void> = Promise.resolve()
  let scheduled = false

  async function send(): Promise<void> {
    const moves = [...waiting.values()]
    waiting = new Map()
    scheduled = false
    for (let start = 0; start < moves.length; start += CHUNK) {
      await sendChunk({ app, io, members, spread }, moves.slice(start, start + CHUNK))
    }
  }

  return {
    add(raised, writerId) {
      if (io.sockets.sockets.size === 0) return
      for (const space of raised) waiting.set(space.space, joined(waiting.get(space.space), space, writerId))
      if (scheduled) return
      scheduled = true
      sending = Promise.all([sending, nextTurn()])
        .then(send)
        .catch((error: unknown) => app.log.warn({ err: error }, 'a poke was not sent'))
    },
    settled: () => sending,
    catchUp: () => pokeAll(app, io),
    pullAll() {
      for (const userId of connectedAccounts(io)) {
        const poke = () => void io.to(roomOfUser(userId)).emit('sync:poke')
        setTimeout(poke, Math.random() * SPREAD_MS).unref()
      }
    },
    stop: spread.stop,
  }
}

async function pokeAll(app: App, io: LiveServer): Promise<void> {
  const atOnce = createGate(READERS)
  const pokes = connectedAccounts(io).map((userId) =>
    atOnce(async () => {
      const visible = await visibleSpaces({ app, em: app.orm.em.fork(), viewerId: userId }, { run: NO_PAST })
      const moved = visible.filter(({ version }) => version > 0)
      const spaces = Object.fromEntries(moved.map(({ space, version }) => [space, version]))
      io.to(roomOfUser(userId)).emit('sync:poke', { spaces })
    }),
  )
  await Promise.all(pokes)
}

function connectedAccounts(io: LiveServer): string[] {
  return [...io.sockets.adapter.rooms.keys()].flatMap((room) => (room.startsWith('u:') ? room.slice(2) : []))
}

function joined(before: Move | undefined, { space, version, step }: RaisedSpace, writerId: string | null): Move {
  const after: Move = { space, since: version - 1, version, step, writers: new Set([writerId]) }
  if (!before) return after
  return {
    space,
    since: Math.min(before.since, after.since),
    version: Math.max(before.version, version),
    step: null,
    writers: new Set([...before.writers, writerId]),
  }
}

async function sendChunk(reach: Reach, moves: readonly Move[]): Promise<void> {
  const { app, io } = reach
  const connected = [...(await movesByAccount(reach, moves))].filter(([userId]) =>
    io.sockets.adapter.rooms.has(roomOfUser(userId)),
  )
  const atOnce = createGate(READERS)
  const sent = connected.map(async ([userId, ofUser], index) => {
    const isWriter = ofUser.some(({ writers }) => writers.has(userId))
    const patch = isWriter || index >= PATCHED ? undefined : await atOnce(() => patchFor(app, userId, ofUser))
    const spaces = Object.fromEntries(ofUser.map(({ space, version }) => [space, version]))
    io.to(roomOfUser(userId)).emit('sync:poke', patch ? { spaces, patch } : { spaces })
  })
  await Promise.all(sent)
}

/** A poke without it does as well. */
async function patchFor(app: App, userId: string, moves: readonly Move[]) {
  try {
    return await pokePatch(app, userId, moves)
  } catch (error) {
    app.log.warn({ err: error }, 'a poke goes without what changed')
    return undefined
  }
}

async function movesByAccount(reach: Reach, moves: readonly Move[]): Promise<Map<string, Move[]>> {
  const bySpace = new Map(moves.map((move) => [move.space, move]))
  const own = moves.flatMap(({ space }) => (/^[up]:/.test(space) ? { space, userId: space.slice(2) } : []))
  const others = await Promise.all([membersOf(reach.members, moves), followersAtOnce(reach, bySpace)])
  const entries = [...own, ...others.flat()].flatMap(({ space, userId }) => {
    const move = bySpace.get(space)
    return move ? [{ userId, move }] : []
  })
  const accounts = Map.groupBy(entries, ({ userId }) => userId)
  return new Map([...accounts].map(([userId, ofUser]) => [userId, ofUser.map(({ move }) => move)]))
}

async function membersOf(members: MemberLookup, moves: readonly Move[]): Promise<{ space: string; userId: string }[]> {
  const found = await members(conversationsOf(moves.map(({ space }) => space)))
  return [...found].flatMap(([id, userIds]) => userIds.map((userId) => ({ space: spaceOfConversation(id), userId })))
}

/** Followers of the creators that have few of them here; those of others are told by and by. */
async function followersAtOnce(
  { app, io, spread }: Reach,
  moves: ReadonlyMap<string, Move>,
): Promise<{ space: string; userId: string }[]> {
  const bySpace = Map.groupBy(await followersOf(app, io, [...moves.values()]), ({ space }) => space)
  return [...bySpace].flatMap(([space, followers]) => {
    if (followers.length <= app.config.pokesPerSecond && !spread.isSpreading(space)) return followers
    const accounts = followers.map(({ userId }) => ({ userId, isActive: isActive(io, userId) }))
    spread.add(accounts, { [space]: moves.get(space)?.version ?? 0 })
    return []
  })
}

function isActive(io: LiveServer, userId: string): boolean {
  const sockets = [...(io.sockets.adapter.rooms.get(roomOfUser(userId)) ?? [])]
  return sockets.some((id) => showsSomething(id, io.sockets.adapter.sids.get(id)))
}

/** The followers among the connected accounts: a creator has far more followers than that. */
async function followersOf(
  app: App,
  io: LiveServer,
  moves: readonly Move[],
): Promise<{ space: string; userId: string }[]> {
  const performers = performersOf(moves.map(({ space }) => space))
  if (performers.length === 0) return []
  const userIds = connectedAccounts(io)
  const found = await app.domains.audience.followersAmong(app.orm.em.fork(), { performerIds: performers, userIds })
  return found.map(({ performerId, userId }) => ({ space: spaceOfPerformer(performerId), userId }))
}
