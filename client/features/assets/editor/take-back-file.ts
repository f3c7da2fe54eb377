import { filesOfSave, laneOfAsset, SaveAssetArgs } from '@vesper/sync/vesper/mutations/assets.ts'
import * as v from 'valibot'
import type { Sync } from '../../../core/sync/sync-provider.tsx'

type Target = { productId: string; fileId: string }

/** Takes a file back that was never sent, so that it is not uploaded to be removed. False where the server may know of it. */
export async function takeBackFile(sync: Sync, { productId, fileId }: Target): Promise<boolean> {
  const queued = await sync.db.outbox.where('lane').equals(laneOfAsset(productId)).toArray()
  const adding = queued.find(({ name, attempts, args }) => {
    if (name !== 'asset.save' || attempts > 0 || !v.is(SaveAssetArgs, args)) return false
    return Object.keys(args.changes).join() === 'fileIds' && filesOfSave(args).join() === fileId
  })
  if (!adding) return false
  await sync.discard(adding.id)
  await sync.detach(fileId)
  return true
}
