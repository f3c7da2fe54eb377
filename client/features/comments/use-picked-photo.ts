import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { errorMessage } from '../../core/api/error-message.ts'
import { keepPreview, uploadPreviewOf } from '../../core/media/upload-previews.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { importWithRetry } from '../../ui/import-with-retry.ts'

/** A photo in the box of a comment. This device holds its bytes once it is `ready`. */
export type PickedPhoto = {
  _id: string
  state: 'preparing' | 'ready' | 'failed'
  url: string | null
  /** Why it cannot be used. */
  reason: string | null
}

export type PhotoBox = {
  photo: PickedPhoto | null
  pick: (file: File) => void
  remove: () => void
  /** The id of the comment that takes the photo, which has the same; a new one for a comment without a photo. */
  commentId: () => Promise<string>
  /** The comment has the photo. */
  taken: () => void
}

type Kept = {
  /** The photo of the draft; null without one. */
  initial: string | null
  onKeep: (photoId: string | null) => void
}

const attaching = () => importWithRetry(() => import('../../core/media/prepare/attach-file.ts'))

/** The photo that goes along with a comment that is being written. */
export function usePickedPhoto({ initial, onKeep }: Kept): PhotoBox {
  const { t } = useLingui()
  const sync = useSync()
  const [photo, setPhoto] = useState<PickedPhoto | null>(null)
  /** Ahead of the screen: the photo that is wanted by now. */
  const wanted = useRef<string | null>(null)
  const show = (next: PickedPhoto | null) => {
    wanted.current = next?._id ?? null
    setPhoto(next)
  }
  useEffect(() => {
    if (initial === null) return
    let isCurrent = true
    void restore(sync, initial).then((url) => {
      if (!isCurrent || wanted.current !== null || url === null) return
      wanted.current = initial
      setPhoto({ _id: initial, state: 'ready', url, reason: null })
    })
    return () => {
      isCurrent = false
    }
  }, [sync, initial])
  const drop = (id: string) =>
    void sync.detach(id).catch((error: unknown) => console.warn('A photo could not be dropped', error))
  const pick = async (file: File) => {
    if (wanted.current) drop(wanted.current)
    const _id = v7()
    show({ _id, state: 'preparing', url: null, reason: null })
    try {
      const { attachFile } = await attaching()
      await attachFile(sync, file, { purpose: 'comment-photo', fileId: _id })
      if (wanted.current !== _id) return drop(_id)
      show({ _id, state: 'ready', url: uploadPreviewOf(_id), reason: null })
      onKeep(_id)
    } catch (error) {
      if (wanted.current !== _id) return
      console.warn('A photo could not be attached', error)
      const reason = errorMessage(error, t`This file cannot be read here. Try a JPEG or PNG picture.`)
      show({ _id, state: 'failed', url: null, reason })
      onKeep(null)
    }
  }
  return {
    photo,
    pick: (file) => void pick(file),
    remove() {
      if (photo) drop(photo._id)
      show(null)
      onKeep(null)
    },
    async commentId() {
      if (photo?.state !== 'ready') return v7()
      // Another tab with the same draft may have sent it: this is a second comment then.
      return (await isFree(sync, photo._id)) ? photo._id : v7()
    },
    taken() {
      show(null)
      onKeep(null)
    },
  }
}

async function isFree({ db }: Sync, id: string): Promise<boolean> {
  return (await db['own-comments'].get(id)) === undefined && (await db.uploads.get(id)) !== undefined
}

/** Takes a photo over from the tab that has kept it; null where this device no longer has it. */
async function restore(sync: Sync, fileId: string): Promise<string | null> {
  const upload = await sync.db.uploads.get(fileId)
  const bytes = await sync.fileOf(fileId)
  if (!upload || !bytes || !(await isFree(sync, fileId))) return null
  const { name, mimeType, width, height, purpose } = upload
  await sync.attach({ fileId, name, mimeType, width, height, bytes, ...(purpose && { purpose }) })
  return keepPreview(fileId, bytes)
}
