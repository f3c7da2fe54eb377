import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  ASSET_PRICE,
  assetPriceFits,
  foreignFields,
  NO_TITLE,
  PRODUCT_ACCESS,
  PRODUCT_PRICE,
  WRONG_FIELD,
} from '@vesper/sync/vesper/api/asset-fields.ts'
import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import { assetSlugOf, stockAfter } from '@vesper/sync/vesper/records/asset.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import { filesOf } from '../../../content/attachments.ts'
import { hiddenByStaff } from '../../../content/hidden-by-staff.ts'
import { whereOpenToOthers } from '../../../content/open-to-others.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import { filesFrom, fillSlots } from './asset-files.ts'
import { Asset } from './entity.ts'
import { dueOf, missingForOthers } from './kinds.ts'
import { idTaken, lockNewAsset, lockOwnAsset, noAsset } from './lock-asset.ts'

type Target = { _id: string; kind: AssetKind }
type Edit = { base: AssetFields; changes: AssetFields }
/** `seen` are the stock and the files that its author saw: with them, the change of each is a difference. */
type Save = Target & { changes: AssetFields; seen?: Pick<AssetFields, 'stock' | 'fileIds'> }

/**
 * Makes an asset of the actor; the same id again is the same asset, unchanged. Refusals: `forbidden` for a fan, and to show
 * something to others for a creator who is not open to them; `conflict` (the id is another's, or of a removed one; an
 * active asset lacks a file), `invalid` (a field, or a file that cannot be used), `unavailable` (a file is in processing).
 */
export async function createAsset(tx: Tx, { _id, kind, changes }: Save): Promise<Asset> {
  const known = await lockNewAsset(tx, { id: _id, kind })
  return known ? notRemoved(known) : begin(tx, { _id, kind, changes })
}

/** Changes an asset of the actor, field by field. Refuses as `createAsset`, and as `not-found` what is not the actor's. */
export async function updateAsset(tx: Tx, { _id, kind, changes, seen = {} }: Save): Promise<Asset> {
  const asset = await lockOwnAsset(tx, { id: _id, kind })
  return changeSeen(tx, asset, { changes, seen })
}

/**
 * Changes an asset of the actor, or makes it if there is none: what devices send. Each field takes the last value that
 * arrives. A photo is made by `addPhoto`. Refuses as the two above.
 */
export async function saveAsset(tx: Tx, { _id, kind, base, changes }: Target & Edit): Promise<Asset> {
  const known = await lockNewAsset(tx, { id: _id, kind })
  if (known) return changeSeen(tx, notRemoved(known), { changes, seen: base })
  if (kind === 'photo') throw noAsset(kind)
  return begin(tx, { _id, kind, changes })
}

/** A new asset in the transaction, under the lock of its id. */
export function newAsset(tx: Tx, { _id, kind }: Target): Asset {
  const { userId: performerId } = requireActor(tx)
  return tx.em.create(Asset, {
    ...{ id: _id, kind, performerId, title: '', slug: _id, createdAt: tx.now, updatedAt: tx.now },
    type: kind === 'product' ? 'physical' : null,
  })
}

/** Applies the author's fields, and checks the result as a whole. */
export async function change(tx: Tx, asset: Asset, changes: AssetFields): Promise<Asset> {
  const [foreign] = foreignFields(asset.kind, changes)
  if (foreign !== undefined) throw invalid(foreign, WRONG_FIELD)
  const { status, mainId, thumbnailId, teaserId, pictureId, fileIds, ...fields } = changes
  if (changes.participantIds) await requireCreators(tx, changes.participantIds)
  Object.assign(asset, defined(fields))
  const slots = defined({ mainId, thumbnailId, teaserId, pictureId, fileIds })
  // Another file in the place of one that others see is a publication.
  if (asset.status === 'active' && Object.keys(slots).length > 0) await requireMayShow(tx, asset)
  await fillSlots(tx, asset, slots)
  assertFields(asset, changes)
  if (status !== undefined && status !== asset.status) await enter(tx, asset, status)
  if (asset.status === 'active') await assertShowable(tx, asset)
  if (asset.publishedAt == null || asset.status === 'draft') await giveSlug(tx, asset)
  if (asset.status === 'active') asset.publishedAt ??= tx.now
  asset.updatedAt = tx.now
  await flushNamed(tx)
  return asset
}

/** Changes an asset from what its author saw: the stock and the files of a product take the difference. */
async function changeSeen(
  tx: Tx,
  asset: Asset,
  { changes, seen }: Required<Pick<Save, 'changes' | 'seen'>>,
): Promise<Asset> {
  const stock = await stockFrom(tx, asset, { changes, stockSeen: seen.stock })
  const files = await filesFrom(tx, asset, { fileIds: changes.fileIds, seen: seen.fileIds })
  return change(tx, asset, { ...changes, ...stock, ...files })
}

/** The stock as it is under the lock of the row, with the difference that the author made. Sales meanwhile stay subtracted. */
async function stockFrom(
  tx: Tx,
  asset: Asset,
  { changes: { stock }, stockSeen }: Pick<Save, 'changes'> & { stockSeen: number | null | undefined },
): Promise<Pick<AssetFields, 'stock'>> {
  if (stock === undefined) return {}
  await tx.em.refresh(asset, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (stockSeen === undefined) return { stock }
  const after = stockAfter(asset.stock ?? null, { stock, seen: stockSeen })
  if (after === undefined) throw new Refusal('conflict', 'The stock was changed on another device. Look at it again.')
  return { stock: after }
}

async function begin(tx: Tx, { changes, ...target }: Save): Promise<Asset> {
  return change(tx, newAsset(tx, target), changes)
}

function notRemoved(asset: Asset): Asset {
  if (asset.status !== 'removed') return asset
  throw new Refusal('conflict', 'This was removed on another device. Your words are kept on this device.')
}

/** An asset that others have seen does not become a draft again, and what moderation hides stays hidden. */
async function enter(tx: Tx, asset: Asset, status: 'draft' | 'active' | 'archived'): Promise<void> {
  if (asset.status === 'hidden') throw hiddenByStaff()
  if (status === 'draft' && asset.publishedAt != null) {
    throw invalid('status', 'Others have seen this already. Archive it to take it out of the lists.')
  }
  if (status === 'active') {
    await requireOpenCreator(tx.em, asset.performerId)
    await requireMayShow(tx, asset)
  }
  asset.status = status
}

/** Refuses as `forbidden` to show something new of a creator whom staff keep from publishing it, or from selling products. */
export async function requireMayShow(
  tx: Tx,
  { performerId, kind }: Pick<Asset, 'performerId' | 'kind'>,
): Promise<void> {
  if (kind === 'product') await requireUnrestricted(tx, performerId, 'sell')
  await requireUnrestricted(tx, performerId, 'publish')
}

function assertFields(asset: Asset, { price, access }: AssetFields): void {
  const { kind } = asset
  if (kind !== 'photo' && !isVisible(asset.title)) throw invalid('title', NO_TITLE)
  if (kind === 'product' && asset.access !== 'public') throw invalid('access', PRODUCT_ACCESS)
  // A price without a buyer is refused where it is typed; it stays, unseen, where the access changes alone.
  if (price !== undefined && price > 0 && dueOf(asset) === 0) throw invalid('price', ASSET_PRICE)
  if (price === 0 && access === 'paid') throw invalid('price', ASSET_PRICE)
}

/** All that others need is there. */
async function assertShowable(tx: Tx, asset: Asset): Promise<void> {
  const { kind, access } = asset
  if (!assetPriceFits({ kind, access, price: dueOf(asset) })) {
    throw invalid('price', kind === 'product' ? PRODUCT_PRICE : ASSET_PRICE)
  }
  await flushNamed(tx)
  const files = (await filesOf(tx.em, 'asset', [asset.id])).get(asset.id) ?? {}
  const missing = missingForOthers(asset, files)
  if (missing) throw new Refusal(missing.isReady ? 'conflict' : 'unavailable', missing.text)
}

async function requireCreators(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await tx.em.count(User, { id: { $in: [...ids] }, isPerformer: true, ...whereOpenToOthers() })
  if (found < ids.length) throw invalid('participantIds', 'A creator whom you name does not exist.')
}

/** The address follows the title until others have seen it. */
async function giveSlug(tx: Tx, asset: Asset): Promise<void> {
  const { id, kind, title } = asset
  for (const digits of [6, 12, 32]) {
    asset.slug = assetSlugOf({ _id: id, kind, title }, digits)
    const [taken] = await tx.em.execute('select 1 from asset where kind = ? and slug = ? and id <> ?', [
      ...[kind, asset.slug, id],
    ])
    if (!taken) return
  }
}

/** Two creators who use one id or one address at once meet here only. */
async function flushNamed(tx: Tx): Promise<void> {
  try {
    await tx.em.flush()
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? idTaken() : error
  }
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}
