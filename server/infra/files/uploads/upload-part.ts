import { stat } from 'node:fs/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { largestKindOf, maxBytesOf } from '@vesper/sync/vesper/purposes.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { App } from '../../../app.ts'
import { inTurn } from '../../concurrency/in-turn.ts'
import type { Actor } from '../../database/transaction.ts'
import { findOwn } from '../commands.ts'
import type { File } from '../entity.ts'
import { mediaTooLarge } from '../media-type.ts'
import { keepUpload } from './keep-upload.ts'
import { capped, takes } from './purposes.ts'
import { requireUploadQuota } from './upload-quota.ts'

/** Uploads of an account that may be under way at a time, and their bytes together. */
const UNDER_WAY_MAX = 50
export const BYTES_UNDER_WAY_MAX = 2 * maxBytesOf('message')

/** Bytes of a file of `total` bytes, from byte `offset` on; they lie at `path`. */
export type UploadPart = {
  purpose: FilePurpose
  fileId: string
  offset: number
  total: number
  path: string
  size: number
  /** As its sender calls it. */
  name: string
}

/** How many bytes of it are here; `file` once all of them are. */
export type PartReceived = { received: number; file: File | null }

/** How much of the actor's upload is here already, after whatever broke it off. */
export async function receivedOf(app: App, actor: Actor, fileId: string): Promise<PartReceived> {
  const file = await keptOf(app, actor, fileId)
  return file ? { received: file.size, file } : { received: await app.parts.sizeOf(actor.userId, fileId), file: null }
}

/** The file, where all of it is kept already. It may have come at once as well: its parts go. */
async function keptOf(app: App, actor: Actor, fileId: string): Promise<File | null> {
  const known = await findOwn({ em: app.orm.em.fork(), actor }, fileId)
  if (!known || known.status === 'failed') return null
  await app.parts.remove(actor.userId, fileId)
  return known
}

/**
 * Takes a part of a file, wherever the one before broke off; with the last one it is kept like a file that came at
 * once. Bytes that are here already are skipped, and a part that would leave a gap is left out: the answer says from
 * where to go on. Refuses what is longer than was said, and with the last part what a whole upload is refused for.
 */
export async function uploadPart(app: App, actor: Actor, part: UploadPart): Promise<PartReceived> {
  const { purpose, fileId, offset, total, name } = part
  const { uploadMaximum } = await app.settings.read()
  const maxBytes = Math.max(...Object.values(capped(takes(purpose).kinds, uploadMaximum)))
  if (total > maxBytes) throw mediaTooLarge(largestKindOf(purpose), maxBytes)
  if (offset + part.size > total) throw new Refusal('invalid', 'The file is longer than was said.')
  // Parts of one account run one after another: the quota counts those under way, and two tabs may send the same part
  // at once.
  const taken = await inTurn(`parts:${actor.userId}`, () => take(app, actor, part))
  if (taken.file || taken.received < total) return taken
  return inTurn(`part:${actor.userId}:${fileId}`, () =>
    complete(app, actor, { purpose, fileId, name, size: taken.received }),
  )
}

async function take(app: App, actor: Actor, part: UploadPart): Promise<PartReceived> {
  const { fileId, offset } = part
  const file = await keptOf(app, actor, fileId)
  if (file) return { received: file.size, file }
  const underWay = await app.parts.listOf(actor.userId)
  const received = underWay.find((upload) => upload.fileId === fileId)?.size ?? 0
  const end = offset + part.size
  const isNews = offset <= received && received < end
  if (!isNews) return { received, file: null }
  if (received === 0) await requireUploadQuota(app, actor)
  await makeRoom(app, actor, { underWay, fileId, bytes: end - received })
  await app.parts.append(actor.userId, fileId, {
    ...{ path: part.path, start: received - offset, offset: received },
  })
  return { received: end, file: null }
}

type Uploads = Awaited<ReturnType<App['parts']['listOf']>>

/**
 * Removes what the account has not gone on with for longest until there is room. A device that comes back to it
 * is told that nothing is there, and begins anew.
 */
async function makeRoom(
  app: App,
  { userId }: Actor,
  { underWay, ...next }: { underWay: Uploads; fileId: string; bytes: number },
): Promise<void> {
  const others = underWay.filter(({ fileId }) => fileId !== next.fileId)
  let bytes = next.bytes + underWay.reduce((sum, { size }) => sum + size, 0)
  for (const [index, { fileId, size }] of others.entries()) {
    const isRoom = others.length - index < UNDER_WAY_MAX && bytes <= BYTES_UNDER_WAY_MAX
    if (isRoom) return
    await app.parts.remove(userId, fileId)
    bytes -= size
  }
}

/** Keeps what is whole. Nothing stays of what is refused for good; what has to wait is there when it is tried again. */
async function complete(
  app: App,
  actor: Actor,
  { purpose, fileId, size, name }: Pick<UploadPart, 'purpose' | 'fileId' | 'size' | 'name'>,
): Promise<PartReceived> {
  const known = await receivedOf(app, actor, fileId)
  if (known.file) return known
  const path = await joined(app, actor, fileId)
  if (path === null) return receivedOf(app, actor, fileId)
  // A shorter part of another server may have taken the place of the last one: the device sends the rest again.
  const { size: whole } = await stat(path)
  if (whole < size) return { received: whole, file: null }
  try {
    const file = await keepUpload(app, actor, { fileId, path, size, name, takes: takes(purpose) })
    await app.parts.remove(actor.userId, fileId)
    return { received: size, file }
  } catch (error) {
    if (error instanceof Refusal && error.isFinal) await app.parts.remove(actor.userId, fileId)
    throw error
  }
}

/** The path of all that has come of an upload. Null where another server has kept it meanwhile, and removed its parts. */
async function joined(app: App, actor: Actor, fileId: string): Promise<string | null> {
  try {
    return await app.parts.pathOf(actor.userId, fileId)
  } catch (error) {
    if ((await receivedOf(app, actor, fileId)).file) return null
    throw error
  }
}
