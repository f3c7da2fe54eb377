import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BulkPreview, BulkThing } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Case } from '../../community/cases/entity.ts'
import { thingOf } from '../../community/cases/thing-of.ts'
import { thingVersions } from '../../community/cases/thing-version.ts'
import { User } from '../../people/accounts/entity.ts'
import type { BulkItem } from './entity.ts'

const PREVIEW_MAX = 200

/** The items of a preview as they are now, each one once. A thing with an open case stands for that case. */
export async function freezeItems(em: SqlEntityManager, asked: BulkPreview): Promise<BulkItem[]> {
  const things = [...new Map(asked.things.map((thing) => [nameOf(thing.type, thing.id), thing])).values()]
  const ids = things.map(({ id }) => id)
  const open = await em.find(Case, { objectId: { $in: ids }, state: { $ne: 'closed' } })
  const openOf = new Map(open.map((one) => [nameOf(one.objectType, one.objectId), one]))
  const versions = await thingVersions(em, ids)
  const byThing = things.map((thing): BulkItem => {
    const one = openOf.get(nameOf(thing.type, thing.id))
    const thingVersion = versions.get(thing.id) ?? 0
    return one ? { ...itemOf(one), thing } : { caseId: null, thing, version: 0, thingVersion, why: null }
  })
  const taken = new Set(byThing.flatMap(({ caseId }) => caseId ?? []))
  const caseIds = [...new Set(asked.caseIds)].filter((id) => !taken.has(id))
  const cases = new Map((await em.find(Case, { id: { $in: caseIds } })).map((one) => [one.id, one]))
  const byCase = caseIds.map((caseId): BulkItem => {
    const one = cases.get(caseId)
    return one ? itemOf(one) : { caseId, version: 0, why: null }
  })
  return [...byCase, ...byThing]
}

/** The words by which staff know a thing without a case: its own, or the name of the account. */
export async function wordsOf(tx: Tx, { type, id }: BulkThing): Promise<NonNullable<BulkItem['about']>> {
  const { ownerId, snapshot } = await thingOf(tx, { type, id })
  const isAccount = type === 'performer' || type === 'user'
  const user = isAccount ? await tx.em.findOne(User, { id: ownerId }) : null
  const words = user ? (user.username ?? user.name) : snapshot.text
  return { objectType: type, preview: words.slice(0, PREVIEW_MAX) }
}

function itemOf({ id: caseId, version, objectType, preview }: Case): BulkItem {
  return { caseId, version, why: null, about: { objectType, preview } }
}

function nameOf(type: string, id: string): string {
  return `${type} ${id}`
}
