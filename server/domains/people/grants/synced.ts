import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import { spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { oneRow } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Entitlement, Membership } from './entity.ts'
import { entitlementView, membershipView } from './views.ts'
import { whereLasting } from './where-lasting.ts'

/** A device begins with the latest entitlements of its account, and all memberships. */
export const ENTITLEMENT_WINDOW = 500

const latestFirst = { orderBy: { grantedAt: 'desc', id: 'desc' } } as const

/** The viewer's own grants. A revoked entitlement and a membership that ran out are not among them. */
export const grants: SyncedCollection<'grants'> = {
  name: 'grants',
  decidesSpaces: true,
  async window({ app, em, viewerId: userId }, spaces) {
    if (!spaces.includes(spaceOfUser(userId))) return []
    const latest = { ...latestFirst, limit: ENTITLEMENT_WINDOW }
    const entitlements = await em.find(Entitlement, { userId, revokedAt: null }, latest)
    const memberships = await em.find(Membership, { userId, ...whereLasting(app.clock()) })
    return [...memberships.map(membershipView), ...entitlements.map(entitlementView)].map(syncedRow)
  },
  async byIds({ app, em, viewerId: userId }, ids) {
    const id = { $in: [...ids] }
    const entitlements = await em.find(Entitlement, { id, userId, revokedAt: null })
    const memberships = await em.find(Membership, { id, userId, ...whereLasting(app.clock()) })
    return [...memberships.map(membershipView), ...entitlements.map(entitlementView)].map(syncedRow)
  },
  certain: noneOlder,
  async altersSpaces(reading, ids) {
    return (await performersOfGrants(reading, ids)).map(spaceOfPerformer)
  },
}

/** The creators of these grants, or of all. Grants that are over count: their posts close. */
async function performersOfGrants({ em, viewerId }: Reading, ids: readonly string[] | null): Promise<string[]> {
  const among = ids === null ? '' : 'and id = any(?::uuid[])'
  const params = ids === null ? [viewerId] : [viewerId, `{${ids.join()}}`]
  const rows = await em.execute<{ id: string }[]>(
    `select performer_id as id from entitlement where user_id = ? ${among}
     union select performer_id from membership where user_id = ? ${among}`,
    [...params, ...params],
  )
  return rows.map(({ id }) => id)
}

/** A window that is full reaches further back as newer entitlements are revoked; memberships are all in it. */
function noneOlder(window: readonly SyncedRow[], held: readonly string[]): readonly SyncedRow[] {
  const ids = new Set(held)
  const entitlements = window.filter(({ value }) => value['kind'] === 'entitlement')
  if (entitlements.length < ENTITLEMENT_WINDOW) return window
  const oldest = entitlements.findLastIndex(({ value }) => ids.has(value._id))
  const memberships = window.filter(({ value }) => value['kind'] === 'membership')
  return [...memberships, ...entitlements.slice(0, oldest + 1)]
}

function syncedRow(value: Grant): SyncedRow {
  return { space: spaceOfUser(value.userId), collection: 'grants', value }
}

/** A grant, in the space of the account that has it. */
export const recordGrant = oneRow<Pick<Entitlement, 'userId' | 'id'>>('grants', ({ userId, id }) => ({
  space: spaceOfUser(userId),
  id,
}))

/** An entitlement, and what shows that it was bought. */
export const recordEntitlement: Recorder<Entitlement> = (changes, change) => {
  recordGrant(changes, change)
  if (change.entity.objectType === 'message') changes.show(Entitlement, change.entity.id)
}
