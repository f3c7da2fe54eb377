import type { PokePatch } from '@vesper/sync/protocol/poke.ts'
import type { SpacePatch } from '@vesper/sync/protocol/sync-response.ts'
import type { App } from '../context.ts'
import { readSnapshot } from '../database/read-snapshot.ts'
import { changedRows } from './changed-rows.ts'
import { readEpoch } from './epoch.ts'
import { makePatches } from './make-patches.ts'
import type { Reading } from './synced-collection.ts'
import { visibleSpaces } from './visible-spaces.ts'

const MAX_ROWS = 20
/** Characters of JSON. */
const MAX_LENGTH = 16_000
/** Collections that decide which spaces a device has: what comes or goes with them, a pull alone can bring. */
const DECIDES_SPACES: ReadonlySet<string> = new Set(['follows'])

/**
 * What changed for a viewer in each of these spaces after the version that is given for it, read in one snapshot as a
 * pull reads it. Undefined when it is more than a poke should carry, nothing that the viewer may see, or decides what that is.
 */
export async function pokePatch(
  app: App,
  account: string,
  since: ReadonlyMap<string, number>,
): Promise<PokePatch | undefined> {
  const patch = await readSnapshot(app, async (em) => {
    const reading: Reading = { app, em, viewerId: account, about: { spaces: new Set(), rows: new Set() } }
    const { epoch, run } = await readEpoch(em)
    const visible = await visibleSpaces(em, account, { run, only: [...since.keys()] })
    const behind = visible.map((space) => ({ ...space, since: since.get(space.space) ?? space.version }))
    const changed = await changedRows(em, behind, MAX_ROWS + 1)
    if (changed.length === 0 || changed.length > MAX_ROWS) return undefined
    if (changed.some(({ collection }) => DECIDES_SPACES.has(collection))) return undefined
    const spaces = await makePatches(reading, behind, changed)
    return { account, epoch, run, spaces: spaces.map((space) => asPoked(space, since)) }
  })
  return patch && JSON.stringify(patch).length <= MAX_LENGTH ? patch : undefined
}

function asPoked(patch: SpacePatch, since: ReadonlyMap<string, number>): PokePatch['spaces'][number] {
  return { ...patch, reset: false, since: since.get(patch.space) ?? patch.version }
}
