import type { PokePatch } from '@vesper/sync/engine/protocol/poke.ts'
import type { SpacePatch } from '@vesper/sync/engine/protocol/sync-response.ts'
import { conversationsOf, spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import type { App } from '../../../app.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import { readSnapshot } from '../../database/read-snapshot.ts'
import type { RaisedSpace } from '../../live/channels.ts'
import { readEpoch } from '../epoch.ts'
import { changedRows } from '../pull/change-index.ts'
import { makePatches } from '../pull/make-patches.ts'
import { visibleSpaces } from '../pull/visible-spaces.ts'
import type { Reading } from '../synced-collection.ts'

const MAX_ROWS = 20
/** Characters of JSON. */
const MAX_LENGTH = 16_000
/** How far a space has moved: after `since`, to `version`; by one `step`, where that is all and known. */
export type Moved = RaisedSpace & { since: number }

/**
 * The changes for a viewer in moved spaces, as a pull would bring them. Undefined when it is more than a poke should
 * carry, nothing that the viewer may see, or decides what that is.
 */
export async function pokePatch(app: App, account: string, moves: readonly Moved[]): Promise<PokePatch | undefined> {
  const patch = (await patchOfStep(app, account, moves)) ?? (await patchOfSnapshot(app, account, moves))
  return patch && JSON.stringify(patch).length <= MAX_LENGTH ? patch : undefined
}

/**
 * One known step of one conversation of the viewer, as nearly every message is; undefined for all else. There is no need to
 * ask what changed, nor for a snapshot: whatever changes what a row shows raises its space in the same transaction, so
 * that rows are those of a version if the space is still at it once they have been read.
 */
async function patchOfStep(app: App, account: string, moves: readonly Moved[]): Promise<PokePatch | undefined> {
  const [moved, ...others] = moves
  const [conversationId] = conversationsOf(moved ? [moved.space] : [])
  if (!moved?.step || others.length > 0 || conversationId === undefined) return undefined
  const { rows, run } = moved.step
  if (rows.length > MAX_ROWS) return undefined
  const reading = readingOf(app, app.orm.em.fork(), account)
  const spaces = await makePatches(reading, [{ ...moved, rows: rows.length }], rows)
  const now = await readStanding(reading, conversationId)
  // [TIME-3] The same number, counted in another run, may be another version.
  if (!now || Number(now.version) !== moved.version || Number(now.run) !== run) return undefined
  return { account, epoch: now.epoch, run, spaces: spaces.map((patch) => asPoked(patch, moved.version - 1)) }
}

type Standing = { epoch: string; run: string; version: string }

/** Where a conversation of the viewer stands, and in which database. */
async function readStanding({ app, em, viewerId }: Reading, conversationId: string): Promise<Standing | undefined> {
  const [row] = await em.execute<Standing[]>(
    `${KEPT} select e.epoch, e.run, s.version from epoch e, space s
     where e.singleton = 1 and s.id = ? and ${app.domains.audience.isMember('?::uuid', '?::uuid')}`,
    [spaceOfConversation(conversationId), conversationId, viewerId],
  )
  return row
}

/** Read in one snapshot, as a pull is. */
async function patchOfSnapshot(app: App, account: string, moves: readonly Moved[]): Promise<PokePatch | undefined> {
  const since = new Map(moves.map((moved) => [moved.space, moved.since]))
  return readSnapshot(app, async (em) => {
    const { epoch, run } = await readEpoch(em)
    const visible = await visibleSpaces({ app, em, viewerId: account }, { run, only: [...since.keys()] })
    const behind = visible.map((space) => ({ ...space, since: since.get(space.space) ?? space.version }))
    const changed = await changedRows(em, behind, MAX_ROWS + 1)
    if (changed.length === 0 || changed.length > MAX_ROWS) return undefined
    const deciding = new Set(app.domains.collections.flatMap((one) => (one.decidesSpaces ? one.name : [])))
    if (changed.some(({ collection }) => deciding.has(collection))) return undefined
    const spaces = await makePatches(readingOf(app, em, account), behind, changed)
    return {
      account,
      epoch,
      run,
      spaces: spaces.map((patch) => asPoked(patch, since.get(patch.space) ?? patch.version)),
    }
  })
}

function readingOf(app: App, em: Reading['em'], viewerId: string): Reading {
  return { app, em, viewerId, about: { spaces: new Set(), rows: new Set() } }
}

function asPoked(patch: SpacePatch, since: number): PokePatch['spaces'][number] {
  return { ...patch, reset: false, since }
}
