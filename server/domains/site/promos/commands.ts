import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PROMOS_MAX } from '@vesper/sync/vesper/api/desk-promos.ts'
import type { PromoFields } from '@vesper/sync/vesper/api/desk-promos.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { removeFiles } from '../../../infra/files/commands.ts'
import { Promo } from './entity.ts'

type Seen = { id: string; version: number }
type NewPromo = { id: string; fields: PromoFields; pictureFileId: string | null }

/** Adds a promo above the others, audited; the same id again is the same. Refuses as `conflict` one that is too many. */
export async function addPromo(tx: Tx, { id, fields, pictureFileId }: NewPromo): Promise<void> {
  await lock(tx, 'promos', '')
  if (await tx.em.findOne(Promo, { id })) return
  const promos = await tx.em.find(Promo, {}, { orderBy: { place: 'desc' } })
  if (promos.length >= PROMOS_MAX)
    throw new Refusal('conflict', 'The site has as many promos as it can have. Delete one first.')
  tx.em.create(Promo, { id, ...columnsOf(fields), pictureFileId, place: (promos[0]?.place ?? 0) + 1 })
  audit(tx, { action: 'promo.add', subjectId: id, after: { state: fields.state } })
}

/**
 * Changes a promo, audited. Values that stand already change nothing. Refuses as `not-found` an unknown one, as `conflict` where
 * another person has changed it since `version`.
 */
export async function changePromo(tx: Tx, { id, version, fields }: Seen & { fields: PromoFields }): Promise<void> {
  const promo = await lockPromo(tx, id)
  const columns = columnsOf(fields)
  if (isSame(columns, promo)) return
  requireSeen(promo, version)
  const before = { state: promo.state }
  tx.em.assign(promo, { ...columns, version: promo.version + 1 })
  audit(tx, { action: 'promo.change', subjectId: id, before, after: { state: fields.state } })
}

/** Shows a promo no more, audited. Refuses as `not-found` an unknown one. */
export async function endPromo(tx: Tx, id: string): Promise<void> {
  const promo = await lockPromo(tx, id)
  if (promo.state === 'ended') return
  audit(tx, { action: 'promo.change', subjectId: id, before: { state: promo.state }, after: { state: 'ended' } })
  tx.em.assign(promo, { state: 'ended', version: promo.version + 1 })
}

/** Gives a promo another picture, or none, audited; the one before is removed. Refusals are those of a change. */
export async function setPromoPicture(
  tx: Tx,
  { id, version, fileId }: Seen & { fileId: string | null },
): Promise<void> {
  const promo = await lockPromo(tx, id)
  const former = promo.pictureFileId ?? null
  if (former === fileId) return
  requireSeen(promo, version)
  tx.em.assign(promo, { pictureFileId: fileId, version: promo.version + 1 })
  audit(tx, { action: 'promo.picture', subjectId: id, before: former, after: fileId })
  if (former !== null) await removeFiles(tx, [former])
}

/** Deletes a promo with its picture, audited. Refusals are those of a change. */
export async function deletePromo(tx: Tx, { id, version }: Seen): Promise<void> {
  const promo = await lockPromo(tx, id)
  requireSeen(promo, version)
  tx.em.remove(promo)
  audit(tx, { action: 'promo.delete', subjectId: id, before: { state: promo.state } })
  if (promo.pictureFileId != null) await removeFiles(tx, [promo.pictureFileId])
}

/** Puts the promos into an order, audited. Refuses as `conflict` where they do not stand as the person saw them. */
export async function orderPromos(tx: Tx, { seen, ids }: { seen: string[]; ids: string[] }): Promise<void> {
  await lock(tx, 'promos', '')
  const promos = await tx.em.find(Promo, {}, { orderBy: { place: 'desc', id: 'desc' } })
  const now = promos.map(({ id }) => id)
  if (now.join() === ids.join()) return
  if (now.join() !== seen.join() || now.toSorted().join() !== ids.toSorted().join())
    throw new Refusal('conflict', 'Another person has changed the order. Look again.')
  const places = new Map(ids.map((id, at) => [id, ids.length - at]))
  for (const promo of promos) promo.place = places.get(promo.id) ?? 0
  audit(tx, { action: 'promo.order', subjectId: 'promos', before: now, after: ids })
}

async function lockPromo(tx: Tx, id: string): Promise<Promo> {
  await lock(tx, 'promos', '')
  const promo = await tx.em.findOne(Promo, { id })
  if (!promo) throw new Refusal('not-found', 'There is no such promo.')
  return promo
}

function requireSeen({ version: now }: Promo, version: number): void {
  if (now === version) return
  throw new Refusal('conflict', 'Another person has changed this promo. Look again.', [
    { path: 'version', message: String(now) },
  ])
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf({ from, until, ...fields }: PromoFields) {
  return {
    ...fields,
    startsAt: from === null ? null : new Date(`${from}T00:00:00Z`),
    // To the end of the day that is named.
    endsAt: until === null ? null : new Date(`${until}T23:59:59.999Z`),
  }
}

function isSame(columns: Columns, promo: Promo): boolean {
  const names = Object.keys(columns) as (keyof Columns)[]
  return names.every((name) => JSON.stringify(columns[name]) === JSON.stringify(promo[name] ?? null))
}
