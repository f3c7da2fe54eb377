import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CommentObject } from '@vesper/sync/vesper/records/comment.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { noThing, seenThing } from '../../../infra/things/find-thing.ts'
import type { Access } from '../../../infra/things/thing.ts'

type Named = { objectType: CommentObject; objectId: string }

/** A thing as an onlooker may know of it. */
export type CommentedObject = Named & { performerId: string; access: Access; isBlocked: boolean }

/** The thing with this type and id; null where the onlooker may not know of it. */
export async function commentedObject(
  source: Source,
  onlooker: Onlooker,
  { objectType, objectId }: Named,
): Promise<CommentedObject | null> {
  const seen = await seenThing(source, onlooker, { type: objectType, id: objectId })
  return seen && { objectType, objectId, performerId: seen.ownerId, access: seen.access, isBlocked: seen.isBlocked }
}

/**
 * The thing, whose comments the onlooker reads. Refusals: `not-found` for what the onlooker may not know of, `forbidden` for
 * what is locked.
 */
export async function requireReadable(source: Source, onlooker: Onlooker, of: Named): Promise<CommentedObject> {
  const object = await commentedObject(source, onlooker, of)
  if (!object) throw noThing(source.app, of.objectType)
  if (object.access === 'locked') {
    throw new Refusal('forbidden', 'You can read and write comments here once this is open to you.')
  }
  return object
}

/** The same for a thing below which the onlooker writes. Somebody whom its creator blocks reads there at most. */
export async function requireWritable(source: Source, onlooker: Onlooker, of: Named): Promise<CommentedObject> {
  const object = await requireReadable(source, onlooker, of)
  if (object.isBlocked) throw noThing(source.app, of.objectType)
  return object
}
