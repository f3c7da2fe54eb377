import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import { v7 } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor, Tx } from '../../database/transaction.ts'
import { createFile, findOwn } from '../commands.ts'
import type { NewFile } from '../commands.ts'
import type { File } from '../entity.ts'
import { noSounds } from '../file-refusals.ts'
import { detectUpload } from '../media-type.ts'
import { processPicture } from '../processing/picture-processes.ts'
import type { PictureTask } from '../processing/picture-task.ts'
import { processFileJob } from '../processing/process-file-job.ts'
import { findFfmpeg } from '../processing/run-ffmpeg.ts'
import { safeFileName } from '../safe-file-name.ts'
import { inspectSound, inspectVideo } from '../strip-metadata/inspect-video.ts'
import { takeTags } from './library.ts'
import { attachedPurposes, capped, edgeOf, portraitOf, takes } from './purposes.ts'
import type { UploadField } from './purposes.ts'
import { requireUploadQuota } from './upload-quota.ts'

/** An upload on the disk, under the id that its sender gave it. */
export type Upload = {
  fileId: string
  path: string
  size: number
  /** As its sender calls it. Stored for creators alone. */
  name?: string
  takes: UploadField & { purpose: FilePurpose }
  /** Runs in the transaction that stores the file, in the place of the domains' `uploaded`. */
  stored?: (tx: Tx, file: File) => Promise<void>
}

/**
 * Keeps a file of the actor: a photo is ready at once, a video or a sound goes into processing. The same id again gives
 * the same file. Refuses a file that its field does not take, one that is damaged or too large, and for now one of an
 * account that has too many uploads on the way.
 */
export async function keepUpload(app: App, actor: Actor, upload: Upload): Promise<File> {
  const { purpose, kinds } = upload.takes
  const known = await findOwn({ em: app.orm.em.fork(), actor }, upload.fileId)
  if (known && known.status !== 'failed') return known
  const waits = attachedPurposes.includes(purpose) || 'video' in kinds
  if (waits) await requireUploadQuota(app, actor)
  const { uploadMaximum } = await app.settings.read()
  const media = await detectUpload(upload, capped(kinds, uploadMaximum))
  if (media.type === 'photo') return keepPhoto(app, actor, upload)
  return store(app, actor, { upload, file: await prepare(app, upload, media) })
}

/** Makes a picture the actor's avatar or cover, in the place of the one before; gives the id of its file. */
export async function keepPortrait(
  app: App,
  actor: Actor,
  { path, size, kind }: { path: string; size: number; kind: 'avatar' | 'cover' },
): Promise<string> {
  return (await keepUpload(app, actor, { fileId: v7(), path, size, takes: takes(kind) })).id
}

async function keepPhoto(app: App, actor: Actor, upload: Upload): Promise<File> {
  const { bytes, task } = planPhoto(app, upload)
  try {
    const photo = await processPicture(actor.userId, task)
    const hasThumbnail = 'thumbnail' in bytes
    const row = { id: upload.fileId, purpose: upload.takes.purpose, hasThumbnail, ...photo, bytes }
    return await store(app, actor, { upload, file: { type: 'photo', status: 'ready', ...row } })
  } finally {
    for (const path of Object.values(bytes)) await rm(path, { force: true })
  }
}

/** The renditions of a photo with this purpose: where they are written, and how. */
function planPhoto(
  app: App,
  { path: source, takes: { purpose } }: Upload,
): { bytes: NewFile['bytes']; task: PictureTask } {
  const rendition = portraitOf(purpose)
  if (rendition === null) {
    const bytes = { original: app.storage.workPath(), thumbnail: app.storage.workPath() }
    return { bytes, task: { kind: 'photo', source, edge: edgeOf(purpose), ...bytes } }
  }
  const target = app.storage.workPath()
  return { bytes: { [rendition]: target }, task: { kind: 'portrait', source, target, rendition } }
}

type Detected = Awaited<ReturnType<typeof detectUpload>>

async function prepare(app: App, { fileId, path, size, takes }: Upload, media: Detected): Promise<NewFile> {
  const row = { id: fileId, purpose: takes.purpose, mimeType: media.mimeType, size }
  if (media.type === 'other') return { ...row, type: 'other', status: 'ready', bytes: { original: path } }
  if (media.type === 'video') {
    const { width, height } = await inspectVideo(path, media.mimeType)
    return { ...row, type: 'video', status: 'processing', width, height, bytes: { source: path } }
  }
  assert(media.type === 'audio', 'a document is no file')
  if ((await findFfmpeg(app.config)) === null) throw noSounds()
  await inspectSound(path, media.mimeType)
  return { ...row, type: 'audio', status: 'processing', bytes: { source: path } }
}

async function store(
  app: App,
  actor: Actor,
  { upload, file: prepared }: { upload: Upload; file: NewFile },
): Promise<File> {
  // Creators find their files by name. Nothing reads the names of a fan's files, which are private.
  const name = upload.name === undefined || !actor.isPerformer ? null : safeFileName(upload.name)
  const row = { ...prepared, name, hash: await hashOf(upload.path) }
  return transact(app, actor, async (tx) => {
    const { file, created } = await createFile(tx, row)
    if (created) await takeTags(tx, file.id)
    if (created && file.status === 'processing') await app.jobs.enqueue(tx, processFileJob, { fileId: file.id })
    if (upload.stored) await upload.stored(tx, file)
    else if (created) await app.domains.uploaded[file.purpose]?.(tx, file.id)
    return file
  })
}

/** SHA-256 of the bytes as they came, in hex. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
