import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import { inTurn } from '../concurrency/in-turn.ts'
import type { App } from '../context.ts'
import type { Actor } from '../database/transaction.ts'
import { RateLimited } from '../http/rate-limits.ts'
import { findOwn } from './commands.ts'
import type { File } from './entity.ts'
import { VIDEO_MAX_BYTES } from './media-type.ts'
import { uploadMessageFile } from './upload-message-file.ts'
import { requireUploadRoom } from './upload-room.ts'

/** Uploads of an account that may be under way at a time, and their bytes together. */
const UNDER_WAY_MAX = 50
const BYTES_UNDER_WAY_MAX = 2 * VIDEO_MAX_BYTES
const WAIT_SECONDS = 60

/** Bytes of a file of `total` bytes, from byte `offset` on; they lie at `path`. */
export type UploadPart = { fileId: string; offset: number; total: number; path: string; size: number }

/** How many bytes of it are here; `file` once all of them are. */
export type PartReceived = { received: number; file: File | null }

/** How much of the actor's upload is here already, after whatever broke it off. */
export async function receivedOf(app: App, actor: Actor, fileId: string): Promise<PartReceived> {
  const known = await findOwn({ em: app.orm.em.fork(), actor }, fileId)
  if (known && known.status !== 'failed') return { received: known.size, file: known }
  return { received: await app.parts.sizeOf(actor.userId, fileId), file: null }
}

/**
 * [PART-1] Takes a part of a photo or video for a message, wherever the one before broke off; with the last one it is kept
 * like a file that came at once. What is here already is passed over, what would leave a gap is left out: the answer says
 * from where to go on. Refuses what is longer than was said, and with the last part what a whole upload is refused for.
 */
export async function uploadPart(app: App, actor: Actor, part: UploadPart): Promise<PartReceived> {
  const { fileId, offset, total } = part
  const { userId } = actor
  if (total > VIDEO_MAX_BYTES) throw new Refusal('too-large', 'A video has at most 200 MB.')
  if (offset + part.size > total) throw new Refusal('invalid', 'The file is longer than was said.')
  // Two tabs may send the same part at once.
  return inTurn(`part:${userId}:${fileId}`, async () => {
    const { received, file } = await receivedOf(app, actor, fileId)
    if (file) return { received, file }
    if (received === 0) await requireRoom(app, actor)
    const end = offset + part.size
    const isNews = offset <= received && received < end
    if (isNews) await app.parts.append(userId, fileId, { path: part.path, start: received - offset })
    const size = isNews ? end : received
    return size < total ? { received: size, file: null } : complete(app, actor, { fileId, size })
  })
}

/** Keeps what is whole. Nothing stays of what is refused for good; what has to wait is there when it is tried again. */
async function complete(
  app: App,
  actor: Actor,
  { fileId, size }: Pick<UploadPart, 'fileId' | 'size'>,
): Promise<PartReceived> {
  const path = app.parts.pathOf(actor.userId, fileId)
  try {
    const file = await uploadMessageFile(app, actor, { fileId, path, size, accept: 'any' })
    await app.parts.remove(actor.userId, fileId)
    return { received: size, file }
  } catch (error) {
    const isForGood = error instanceof Refusal && error.kind !== 'rate-limited' && error.kind !== 'unavailable'
    if (isForGood) await app.parts.remove(actor.userId, fileId)
    throw error
  }
}

async function requireRoom(app: App, actor: Actor): Promise<void> {
  await requireUploadRoom(app, actor)
  const { count, bytes } = await app.parts.usageOf(actor.userId)
  if (count >= UNDER_WAY_MAX || bytes >= BYTES_UNDER_WAY_MAX) throw new RateLimited(WAIT_SECONDS)
}
