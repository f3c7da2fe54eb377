import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ThingKind } from '@vesper/sync/vesper/records/things.ts'
import type { App } from '../../app.ts'
import type { Source } from '../database/transaction.ts'
import type { Onlooker } from '../files/attachment.ts'
import type { Access, Thing, ThingRef } from './thing.ts'

/** A thing with the access of one onlooker. */
export type SeenThing = { thing: Thing; row: object; ownerId: string; access: Access; isBlocked: boolean }

/** The thing with this kind and id as an onlooker sees it; null where the onlooker may not know of it. */
export async function seenThing(source: Source, onlooker: Onlooker, { type, id }: ThingRef): Promise<SeenThing | null> {
  const thing = source.app.domains.things.get(type)
  const row = await thing?.find(source, id)
  if (!thing || !row) return null
  const { access, isBlocked = false } = await thing.access(source, onlooker, row)
  return access === 'hidden' ? null : { thing, row, ownerId: thing.owner(row), access, isBlocked }
}

/** The refusal of a thing that does not exist, or that the onlooker may not know of. */
export function noThing({ domains }: Pick<App, 'domains'>, kind: ThingKind): Refusal {
  return new Refusal('not-found', domains.things.get(kind)?.words.missing ?? 'There is nothing here.')
}
