import { rm } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { inTurn } from '../../concurrency/in-turn.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor } from '../../database/transaction.ts'
import { createFile, findOwn } from '../commands.ts'
import type { NewFile } from '../commands.ts'
import type { File } from '../entity.ts'
import { encodePhoto } from '../processing/images.ts'
import { detectMediaType, IMAGE_MAX_BYTES } from '../media-type.ts'
import type { VideoType } from '../media-type.ts'
import { notAPicture } from '../refusals.ts'
import { requireUploadQuota } from './upload-quota.ts'
import { inspectVideo } from '../strip-metadata/video-metadata.ts'
import { processVideo } from '../processing/video-queue.ts'

/** An upload on the disk, under the id that its sender gave it. `accept` narrows what it may be. */
export type MessageUpload = { fileId: string; path: string; size: number; accept: 'photo' | 'video' | 'any' }

/**
 * Keeps a photo or video for a message: a photo is ready at once, a video goes into processing. The same id again gives
 * the same file. Refuses what is not of the accepted kind, damaged, or too large, and for now whoever has too much on the
 * way.
 */
export async function uploadMessageFile(app: App, actor: Actor, upload: MessageUpload): Promise<File> {
  const known = await findOwn({ em: app.orm.em.fork(), actor }, upload.fileId)
  if (known && known.status !== 'failed') return known
  await requireUploadQuota(app, actor)
  const media = await detectMediaType(upload.path)
  if (upload.accept !== 'any' && media.type !== upload.accept) throw refuseKind(upload.accept)
  if (media.type === 'video') return keep(app, actor, await prepareVideo(upload, media.mimeType))
  if (upload.size > IMAGE_MAX_BYTES) throw new Refusal('too-large', 'A picture has at most 25 MB.')
  const bytes = { original: app.storage.workPath(), thumbnail: app.storage.workPath() }
  try {
    // One at a time an account: many pictures of one do not keep everybody else's waiting.
    const photo = await inTurn(`picture:${actor.userId}`, () => encodePhoto(upload.path, bytes))
    const { fileId: id } = upload
    return await keep(app, actor, {
      ...{ id, purpose: 'message', type: 'photo', status: 'ready', hasThumbnail: true, ...photo, bytes },
    })
  } finally {
    for (const path of Object.values(bytes)) await rm(path, { force: true })
  }
}

async function prepareVideo({ fileId, path, size }: MessageUpload, mimeType: VideoType): Promise<NewFile> {
  const { width, height } = await inspectVideo(path, mimeType)
  return {
    ...{ id: fileId, purpose: 'message', type: 'video', status: 'processing', mimeType, size, width, height },
    bytes: { source: path },
  }
}

async function keep(app: App, actor: Actor, upload: NewFile): Promise<File> {
  return transact(app, actor, async (tx) => {
    const { file, created } = await createFile(tx, upload)
    if (created && file.status === 'processing') tx.afterCommit(() => processVideo(app, file.id))
    return file
  })
}

function refuseKind(accept: 'photo' | 'video'): Refusal {
  return accept === 'photo' ? notAPicture() : new Refusal('unsupported', 'Use an MP4, MOV, WebM or MKV video.')
}
