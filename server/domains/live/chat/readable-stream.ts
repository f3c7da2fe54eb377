import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { noStream } from '../streams/commands.ts'
import { rightOf } from '../streams/door.ts'
import type { Entered } from '../streams/door.ts'
import { Stream } from '../streams/entity.ts'
import { doorRefusal } from '../streams/require-entry.ts'

/** The stream, for those who may read its chat: who may watch it, or could until it ended. Refuses all others. */
export async function readableStream(source: Source, id: string, onlooker: Onlooker): Promise<Stream> {
  const stream = await source.em.findOne(Stream, { id })
  if (!stream) throw noStream()
  const door = await rightOf(source, onlooker, asIfLive(stream))
  const refusal = refusalAt(door, stream)
  if (refusal) throw refusal
  return stream
}

/** The refusal of somebody before whom a stream is closed; null where it is open. */
export async function closedTo(source: Source, stream: Stream, onlooker: Onlooker): Promise<Refusal | null> {
  return refusalAt(await rightOf(source, onlooker, stream), stream)
}

/** A stream that has ended, for those who could watch it. */
export function asIfLive({ id, performerId, kind, access, isHidden, status }: Stream): Entered {
  return { id, performerId, kind, access, isHidden, status: status === 'ended' ? 'live' : status }
}

function refusalAt(door: Awaited<ReturnType<typeof rightOf>>, stream: Stream): Refusal | null {
  if (door === null) return noStream()
  return door === 'open' ? null : doorRefusal(door, stream)
}
