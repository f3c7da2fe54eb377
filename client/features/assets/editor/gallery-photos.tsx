import { Trans, useLingui } from '@lingui/react/macro'
import { GALLERY_PHOTOS_MAX, OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { $offline } from '../../../core/connection/model.ts'
import { attachFile } from '../../../core/media/prepare/attach-file.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { AddFromLibrary } from '../../../entities/library/add-from-library.tsx'
import { Progress } from '../../../ui/controls/progress.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { announce } from '../../../ui/text/announcer.tsx'
import { ChooseFiles } from './choose-files.tsx'
import { PhotoEditor } from './photo-editor.tsx'
import { useEditedGalleryPhotos } from './use-gallery-photos.ts'
import type { EditedPhoto } from './use-gallery-photos.ts'
import { useSlotFiles } from './use-slot.ts'

type Props = {
  galleryId: string
  gallery: OwnAsset | null
  isReadOnly: boolean
  /** Makes sure that this device holds the gallery: photos hang on it. */
  onBegin: () => Promise<void>
}

/** The photos of an own gallery: add, put into order, choose the cover, remove. */
export function GalleryPhotos({ galleryId, gallery, isReadOnly, onBegin }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const isOffline = useUnit($offline)
  const { photos, failure, retry, reload } = useEditedGalleryPhotos(gallery, galleryId)
  const files = useSlotFiles(
    photos.map(({ fileId }) => fileId),
    photos.flatMap(({ record }) => record ?? []),
  )
  const adding = useAdding({ sync, galleryId, count: photos.length, onBegin })
  const place = useActionWithToast(async (photo: EditedPhoto, position: number) => {
    await callApi({ ...{ method: 'PUT', path: photoPath(photo), answer: OwnAsset }, body: { position } })
    await reload()
  })
  const cover = useActionWithToast(async (photo: EditedPhoto) => {
    const path = `/performer/performer-assets/photos/set-cover/${photo._id}`
    await callApi({ method: 'POST', path, answer: OwnAsset })
    sync.wake('manual')
  })
  const remove = useActionWithToast(async (photo: EditedPhoto) => {
    await removePhoto(sync, photo)
    announce(t`Photo removed`)
  })
  const stored = photos.filter(({ isStored }) => isStored).length
  return (
    <section aria-labelledby="photos" className="grid gap-3">
      <h2 id="photos" className="text-lg font-semibold">
        <Trans>Photos</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>Everybody sees a small copy of the cover, also of a locked gallery.</Trans>
      </p>
      {failure !== null && !isOffline && (
        <ErrorState title={t`The photos could not be loaded`} message={failure} onRetry={retry} />
      )}
      {photos.length > 0 && (
        <ol
          role="list"
          aria-label={t`Photos`}
          className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 sm:grid-cols-3"
        >
          {photos.map((photo, index) => (
            <li key={photo._id} data-photo={photo._id}>
              <PhotoEditor
                file={files[index]}
                number={index + 1}
                isCover={gallery?.coverPhotoId === photo._id}
                isReadOnly={isReadOnly}
                // The order and the cover are decided by the server, which has to know the photo.
                isFixed={!photo.isStored || isOffline || place.busy}
                onCover={() => void cover.run(photo)}
                onEarlier={index > 0 ? () => void place.run(photo, index - 1) : null}
                onLater={index < stored - 1 ? () => void place.run(photo, index + 1) : null}
                onRemove={() => void remove.run(photo)}
              />
            </li>
          ))}
        </ol>
      )}
      <AddPhotos
        adding={adding}
        isDisabled={isReadOnly || photos.length >= GALLERY_PHOTOS_MAX}
        onChosen={(files) => void adding.add(files)}
      />
      <AddFromLibrary
        kinds={['photo']}
        room={GALLERY_PHOTOS_MAX - photos.length}
        present={photos.map(({ fileId }) => fileId)}
        isDisabled={isReadOnly || adding.left > 0}
        onChosen={(files) => void adding.addStored(files.map(({ _id }) => _id))}
      />
    </section>
  )
}

type AddProps = {
  adding: { left: number; share: number | null }
  isDisabled: boolean
  onChosen: (files: File[]) => void
}

function AddPhotos({ adding: { left, share }, isDisabled, onChosen }: AddProps) {
  const { t } = useLingui()
  return (
    <>
      <div role="status" className="grid gap-2 empty:hidden">
        {left > 0 && <Progress value={share} label={t`Adding photos`} />}
      </div>
      <ChooseFiles
        accept="image/*"
        icon={<ImagePlus className="size-5" aria-hidden="true" />}
        isBusy={left > 0}
        isDisabled={isDisabled}
        onChosen={onChosen}
      >
        <Trans>Add photos</Trans>
      </ChooseFiles>
    </>
  )
}

type Adding = { sync: Sync; galleryId: string; count: number; onBegin: () => Promise<void> }

/** Puts photos into the gallery one after the other, in the order in which they were chosen; each is durable at once. */
function useAdding({ sync, galleryId, count, onBegin }: Adding) {
  const [progress, setProgress] = useState({ done: 0, of: 0 })
  const addAll = async <Chosen,>(chosen: readonly Chosen[], idOf: (one: Chosen) => Promise<string>) => {
    const room = Math.max(0, GALLERY_PHOTOS_MAX - count)
    setProgress({ done: 0, of: chosen.length })
    try {
      await onBegin()
      for (const [index, one] of chosen.slice(0, room).entries()) {
        try {
          const fileId = await idOf(one)
          await sync.mutate('photo.add', { _id: v7(), galleryId, fileId })
        } catch (error) {
          await showToast('error', errorMessage(error))
        }
        setProgress({ done: index + 1, of: chosen.length })
      }
    } catch (error) {
      await showToast('error', errorMessage(error))
    }
    setProgress({ done: 0, of: 0 })
  }
  return {
    add: (files: File[]) => addAll(files, (file) => attachFile(sync, file, { purpose: 'gallery-photo' })),
    /** Files that the server has already. */
    addStored: (fileIds: string[]) => addAll(fileIds, (fileId) => Promise.resolve(fileId)),
    ...{ left: progress.of - progress.done, share: progress.of > 0 ? progress.done / progress.of : null },
  }
}

/** A photo that was never sent is taken back; one that the server has, or may have, is removed there. */
async function removePhoto(sync: Sync, photo: EditedPhoto): Promise<void> {
  const records = await sync.db.outbox.toArray()
  const adding = records.find(({ name, args }) => name === 'photo.add' && (args as { _id: string })._id === photo._id)
  if (adding && (adding.attempts === 0 || adding.state === 'rejected')) {
    await sync.discard(adding.id)
    await sync.detach(photo.fileId)
    return
  }
  await sync.mutate('asset.remove', { _id: photo._id })
}

function photoPath({ _id }: EditedPhoto): string {
  return `/performer/performer-assets/photos/${_id}`
}
