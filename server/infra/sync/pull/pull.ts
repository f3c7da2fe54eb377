import { expandCursor } from '@vesper/sync/engine/core/compact-cursor.ts'
import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { conversationsOf } from '@vesper/sync/vesper/records/spaces.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../app-state.ts'
import { createGates } from '../../concurrency/gates.ts'
import { readSnapshot } from '../../database/read-snapshot.ts'
import type { Actor } from '../../database/transaction.ts'
import { refuseEndedSince } from '../../sessions/sessions.ts'
import { readEpochFor } from '../epoch.ts'
import { inHistory } from '../history/history.ts'
import { outcomesOf } from '../push/ledger.ts'
import type { About } from '../push/push.ts'
import { alteredSpaces } from '../read-views.ts'
import type { Reading } from '../synced-collection.ts'
import { changedRows, lookIntoChangeIndex } from './change-index.ts'
import type { ChangedRow } from './change-index.ts'
import { makePatches } from './make-patches.ts'
import { findBehind, planPatches, soundVersion } from './plan-patches.ts'
import type { Behind, Cursor } from './plan-patches.ts'
import { verifySums } from './verify.ts'
import { visibleSpaces } from './visible-spaces.ts'
import type { VisibleSpace } from './visible-spaces.ts'

/** `taken`: of the conversations with messages that the device may be the first of its account to have, what it holds. */
export type Pulled = { answer: SyncResponse; taken: ReadonlyMap<string, number>; isBacklogNew?: boolean }

/** Pulls of one account that read at once: each holds a connection, and what it reads, which may be megabytes. */
const READERS = 4

const gatesOf = appState(() => ({ inGate: createGates(READERS) }))

const nothingTaken: ReadonlyMap<string, number> = new Map()

/**
 * [PULL-1] The rows that the device lacks, with the outcomes of its mutations, all read in one snapshot. The spaces
 * that the request is `about` go into this answer however much else is waiting. A request that waits for others of the
 * account holds nothing, and is refused as `unauthenticated` if its session has ended by then.
 */
export function pull(
  app: App,
  actor: Actor,
  { request, about }: { request: SyncRequest; about: About },
): Promise<Pulled> {
  const { userId: viewerId } = actor
  const come = performance.now()
  return gatesOf(app).inGate(viewerId, async () => {
    await refuseEndedSince(app, actor, come)
    return inHistory(app, () => readSnapshot(app, (em) => readAnswer({ app, em, viewerId, about }, request)))
  })
}

async function readAnswer(reading: Reading, request: SyncRequest): Promise<Pulled> {
  const { em, viewerId, about } = reading
  const { epoch, run, isOurs, isBacklogNew, copied } = await readEpochFor(reading, request)
  const empty = { epoch, run, outcomes: [], spaces: [], gone: [] }
  if (copied) return { answer: { ...empty, more: false, copied }, taken: nothingTaken }
  const ids = request.mutations.map(({ id }) => id.toLowerCase())
  const outcomes = await outcomesOf(em, ids, viewerId)
  const visible = await visibleSpaces(reading, { run: request.run })
  const cursor = cursorOf(request, visible)
  if (!cursor) return { answer: { ...empty, more: true, unclear: true }, taken: nothingTaken }
  const held: Cursor = { run: request.run, versions: new Map(isOurs ? Object.entries(cursor) : []) }
  const behind = findBehind(visible, held, about.spaces)
  const changed = await lookIntoChangeIndex(em, behind)
  const { patches, left } = planPatches(behind, changed.counts, about.spaces)
  const verified = left.length === 0 ? await verify(reading, request, { visible, behind }) : undefined
  // The device's rows of these spaces cannot be continued, and it cannot tell.
  const lost = new Set(freshOf(left))
  const rows = changed.rows ? ofSpaces(changed.rows, patches) : await changedRows(em, patches)
  // [PULL-8] In one answer, so that a device never has the grant without what it opens.
  const altered = await alteredSpaces(reading, { changed: rows, fresh: freshOf(patches) })
  const anew = visible.filter(({ space }) => verified?.[space] === 'other' || (altered.has(space) && !lost.has(space)))
  const sent = withResets(patches, anew)
  const seen = new Set(visible.map(({ space }) => space))
  const answer: SyncResponse = {
    epoch,
    run,
    outcomes: ids.flatMap((id) => outcomes.get(id) ?? []),
    spaces: await makePatches(reading, sent, ofSpaces(rows, sent)),
    gone: Object.keys(cursor).filter((space) => !seen.has(space) || lost.has(space)),
    more: left.length > 0,
    ...(verified && { verified }),
  }
  // The last request of a device that has yet to ask for more says it all; [PULL-9] one ahead says what is not yet held.
  const isSaid = !answer.more && !request.ahead
  return { answer, taken: isSaid ? takenOf(visible, held) : nothingTaken, isBacklogNew }
}

/** The rows with which spaces of a plan are continued. */
function ofSpaces(rows: readonly ChangedRow[], planned: readonly Behind[]): ChangedRow[] {
  const spaces = new Set(planned.flatMap(({ space, since }) => (since === null ? [] : space)))
  return rows.filter(({ space }) => spaces.has(space))
}

/** The spaces of a plan that start anew. */
function freshOf(planned: readonly Behind[]): string[] {
  return planned.flatMap(({ space, since }) => (since === null ? space : []))
}

/** A plan in which these spaces start anew. */
function withResets(patches: readonly Behind[], anew: readonly VisibleSpace[]): Behind[] {
  const names = new Set(anew.map(({ space }) => space))
  return [...patches.filter(({ space }) => !names.has(space)), ...anew.map((space) => ({ ...space, since: null }))]
}

/**
 * The cursor is the device's word for what it has; [TIME-3] what it has of a lost past is no word. The next request
 * says more about a conversation in which the device is behind.
 */
function takenOf(visible: readonly VisibleSpace[], held: Cursor): Map<string, number> {
  const taken = new Map<string, number>()
  for (const space of visible) {
    const version = space.undelivered ? soundVersion(space, held) : null
    const [id] = conversationsOf([space.space])
    if (version === space.version && id !== undefined) taken.set(id, version)
  }
  return taken
}

/** [VERIFY-2] Only what the device is not behind in can be compared. */
async function verify(
  reading: Reading,
  { sums }: SyncRequest,
  { visible, behind }: { visible: readonly VisibleSpace[]; behind: readonly Behind[] },
): Promise<SyncResponse['verified']> {
  if (!sums) return undefined
  const moved = new Set(behind.map(({ space }) => space))
  const current = visible.filter(({ space }) => !moved.has(space))
  return verifySums(reading, sums, new Map(current.map(({ space, version }) => [space, version])))
}

/** [CURSOR-5] The versions that the device holds; null when its compact cursor does not tell. */
function cursorOf({ cursor, compact }: SyncRequest, visible: readonly VisibleSpace[]): Record<string, number> | null {
  if (!compact) return cursor
  return expandCursor(compact, new Map(visible.map(({ space, version }) => [space, version])))
}
