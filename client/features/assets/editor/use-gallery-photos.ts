import { OwnAssetList } from '@vesper/sync/vesper/api/assets.ts'
import { AddPhotoArgs } from '@vesper/sync/vesper/mutations/assets.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'

export type EditedPhoto = {
  _id: string
  fileId: string
  record: FileRecord | null
  /** The server has it: it can be moved and be the cover. */
  isStored: boolean
}

export type EditedPhotos = {
  photos: EditedPhoto[]
  /** The server's list is being read for the first time. */
  isLoading: boolean
  failure: string | null
  retry: () => void
  reload: () => Promise<unknown>
}

/** While a photo is in work the server is asked so long after its last answer how far it is (milliseconds). */
const LOOK_MS = 3_000

/**
 * The photos of an own gallery in their order: those that the server has, then those that this device has yet to send. One
 * that was just sent stays until the server's list has it.
 */
export function useEditedGalleryPhotos(gallery: OwnAsset | null, galleryId: string): EditedPhotos {
  const { db } = useSync()
  const list = usePagedList({
    ...{ path: '/performer/performer-assets/photos/search', answer: OwnAssetList, query: { galleryId } },
    ...{ search: { current: Infinity, sortBy: 'position', sort: 'asc' } as const, pageSize: 50 },
  })
  const [sent] = useState(() => new Map<string, EditedPhoto>())
  const added = gallery?.addedPhotos ?? []
  for (const { _id, fileId } of added) sent.set(_id, { _id, fileId, record: null, isStored: false })
  useReloadWhenSent(added.length, list.reload)
  const outbox = useLiveQuery(() => db.outbox.toArray(), [db])
  const removed = new Set(
    outbox?.flatMap(({ name, args }) => (name === 'asset.remove' ? [(args as { _id: string })._id] : [])),
  )
  const refused = new Set(
    outbox?.flatMap(({ name, state, args }) =>
      name === 'photo.add' && state === 'rejected' && v.is(AddPhotoArgs, args) ? [args._id] : [],
    ),
  )
  const stored = (list.items ?? [])
    .filter(({ _id, status }) => status !== 'removed' && !removed.has(_id))
    .map((photo): EditedPhoto => {
      const fileId = photo.fileId ?? photo._id
      return { _id: photo._id, fileId, record: photo.files[0] ?? null, isStored: true }
    })
  const known = new Set((list.items ?? []).map(({ _id }) => _id))
  const waiting = [...sent.values()].filter(
    ({ _id }) => !known.has(_id) && !removed.has(_id) && (isAdded(added, _id) || (!refused.has(_id) && !list.failure)),
  )
  const isWorking = stored.some(({ record }) => record?.status === 'processing')
  useAskAgain(isWorking, list.reload, LOOK_MS)
  return {
    photos: [...stored, ...waiting],
    isLoading: list.isLoading && !list.items,
    failure: list.failure,
    retry: list.retry,
    reload: list.reload,
  }
}

function isAdded(added: OwnAsset['addedPhotos'], photoId: string): boolean {
  return added.some(({ _id }) => _id === photoId)
}

/** The server has taken photos: its list is read anew. */
function useReloadWhenSent(count: number, reload: () => Promise<unknown>): void {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) void reload()
    before.current = count
  }, [count, reload])
}
