import { setTimeout as delay } from 'node:timers/promises'
import { ACTORS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import type { NoticeObject } from '@vesper/sync/vesper/records/notification.ts'
import { hasUse } from '@vesper/sync/vesper/records/things.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Source, Tx } from '../../../infra/database/transaction.ts'
import { Notification } from './entity.ts'
import type { NotificationEvent } from './entity.ts'
import { milestoneOf } from './milestone-of.ts'
import { addEvents, notify } from './notify.ts'

const GATHER_MS = 10_000
/** Events of one transaction. */
const BATCH = 500

type Thing = { objectType: NoticeObject; objectId: string }
/** Finds the actors whose like or follow still stands: another server may have taken one back. */
type Standing = (source: Source, actors: readonly string[]) => Promise<readonly string[]>
type Gathered = Thing & { actors: Set<string>; standing: Standing; count?: Count }
/** Counts all followers. */
type Count = (source: Source) => Promise<number>
type State = {
  likes: Map<string, Gathered>
  follows: Map<string, Gathered>
  flushing: Promise<void> | null
  /** Resolves when what is gathered is told. */
  wait: () => Promise<unknown>
}

const waitUsually = () => delay(GATHER_MS, undefined, { ref: false })
const stateOf = appState((): State => ({ likes: new Map(), follows: new Map(), flushing: null, wait: waitUsually }))

/**
 * Tells the author of a thing who likes it, after the commit and ten seconds later, with all likes of that time together. A
 * like that is taken back meanwhile, on whichever server, is not told. A crash loses the likes of these seconds.
 */
export function gatherLike(tx: Tx, { on, ...thing }: Thing & { on: boolean; standing: Standing }): void {
  const userId = tx.actor?.userId
  if (userId) tx.afterCommit(() => gather(tx.app, 'likes', { ...thing, actor: userId, on }))
}

/** The same for those who follow a creator, or follow no longer. */
export function gatherFollow(
  tx: Tx,
  { performerId, ...how }: { performerId: string; on: boolean; standing: Standing; count: Count },
): void {
  const userId = tx.actor?.userId
  if (!userId) return
  tx.afterCommit(() => gather(tx.app, 'follows', { objectType: 'user', objectId: performerId, actor: userId, ...how }))
}

function gather(
  app: App,
  kind: 'likes' | 'follows',
  { actor, on, ...thing }: Omit<Gathered, 'actors'> & { actor: string; on: boolean },
) {
  const state = stateOf(app)
  const waiting = state[kind]
  if (!on) return void waiting.get(thing.objectId)?.actors.delete(actor)
  const gathered = waiting.get(thing.objectId) ?? { ...thing, actors: new Set() }
  waiting.set(thing.objectId, gathered)
  gathered.actors.delete(actor)
  gathered.actors.add(actor)
  state.flushing ??= flushLater(app, state)
}

async function flushLater(app: App, state: State): Promise<void> {
  await state.wait()
  state.flushing = null
  try {
    await flushGathered(app)
  } catch (error) {
    app.log.error({ err: error }, 'likes and follows could not be told')
  }
}

/** Gathers until `end` instead of for ten seconds, for tests that write for longer. */
export function gatherUntil(app: App, end: Promise<unknown>): void {
  stateOf(app).wait = () => end
}

/** Tells what was gathered so far. A server that stops does so before it closes its database. */
export async function flushGathered(app: App): Promise<void> {
  const state = stateOf(app)
  const [likes, follows] = [[...state.likes.values()], [...state.follows.values()]]
  state.likes.clear()
  state.follows.clear()
  for (let from = 0; from < likes.length; from += BATCH) {
    const some = likes.slice(from, from + BATCH)
    await transact(app, null, async (tx) => addEvents(tx, await likesAsEvents(tx, await standing(tx, some))))
  }
  for (let from = 0; from < follows.length; from += BATCH) {
    const some = follows.slice(from, from + BATCH)
    await transact(app, null, async (tx) => {
      const standingNow = await standing(tx, some)
      const events = standingNow.map((one) =>
        asEvent(one, { kind: 'follow', userId: one.objectId, preview: '', pageType: null, pageId: null }),
      )
      await addEvents(tx, events)
      for (const one of standingNow) await tellOfMilestone(tx, one)
    })
  }
}

/** Tells a creator of a round number of followers, each number once. */
async function tellOfMilestone(tx: Tx, { objectId: userId, actors, count }: Gathered): Promise<void> {
  const followers = (await count?.(tx)) ?? 0
  const milestone = milestoneOf(followers - actors.size, followers)
  if (milestone === null) return
  const about = { userId, kind: 'follow', event: 'followers', preview: String(milestone) } as const
  if ((await tx.em.count(Notification, about)) > 0) return
  await notify(tx, { ...about, actorId: null, object: { type: 'performer', id: userId } })
}

/** Leaves out the likes and follows that no longer stand. */
async function standing(source: Source, gathered: readonly Gathered[]): Promise<Gathered[]> {
  const left: Gathered[] = []
  for (const one of gathered) {
    if (one.actors.size === 0) continue
    const still = new Set(await one.standing(source, [...one.actors]))
    // The actors keep their order.
    const actors = new Set([...one.actors].filter((actor) => still.has(actor)))
    if (actors.size > 0) left.push({ ...one, actors })
  }
  return left
}

type Event = Omit<NotificationEvent, 'id' | 'createdAt' | 'tokens' | 'cents'>
type Owner = Pick<Event, 'userId' | 'preview' | 'pageType' | 'pageId'>

function asEvent({ objectType, objectId, actors }: Gathered, owner: Owner & { kind: 'like' | 'follow' }): Event {
  const latest = [...actors].filter((actor) => actor !== owner.userId).toReversed()
  return {
    ...{ ...owner, objectType, objectId, event: null, count: latest.length, actors: latest.slice(0, ACTORS_MAX) },
  }
}

/** The likes of things, each told to the owner of its thing. Each kind is read once. */
async function likesAsEvents(source: Source, likes: readonly Gathered[]): Promise<Event[]> {
  const owners = new Map<string, Owner>()
  for (const [kind, liked] of Map.groupBy(likes, ({ objectType }) => objectType)) {
    const thing = hasUse(kind, 'like') ? source.app.domains.things.get(kind) : undefined
    const ids = liked.map(({ objectId }) => objectId)
    for (const [id, { ownerId, preview, page }] of (await thing?.noticed?.(source, ids)) ?? []) {
      owners.set(id, { userId: ownerId, preview, pageType: page?.type ?? null, pageId: page?.id ?? null })
    }
  }
  return likes.flatMap((like) => {
    const owner = owners.get(like.objectId)
    const event = owner && asEvent(like, { ...owner, kind: 'like' })
    return event && event.count > 0 ? event : []
  })
}
