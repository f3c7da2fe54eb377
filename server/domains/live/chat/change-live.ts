import type { StreamChange } from '@vesper/sync/vesper/api/live-streams.ts'
import type * as v from 'valibot'
import type { Tx } from '../../../infra/database/transaction.ts'
import { lockStream } from '../streams/commands.ts'
import type { Stream } from '../streams/entity.ts'
import { changeStream } from '../streams/go-live.ts'
import { tellModeAfter } from './tell-mode.ts'

/** Changes a stream of the actor as `changeStream` does. All who watch hear of other rules of its chat. */
export async function changeLive(
  tx: Tx,
  { id, ...change }: { id: string } & v.InferOutput<typeof StreamChange>,
): Promise<Stream> {
  const { chat: before } = await lockStream(tx, id)
  const stream = await changeStream(tx, { id, ...change })
  if (change.chat !== undefined) tellModeAfter(tx, stream, before)
  return stream
}
