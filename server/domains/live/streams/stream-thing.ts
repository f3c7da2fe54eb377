import type { Source, Tx } from '../../../infra/database/transaction.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { Access } from '../../../infra/things/thing.ts'
import { endStream, lockStream, NO_STREAM } from './commands.ts'
import { isFull, rightOf } from './door.ts'
import { Stream } from './entity.ts'

type Row = { stream: Stream; isFull: boolean }

/** Streams, as all that works on things of any kind sees them. A ticket opens a paid one, where there is a place. */
export const streamThing = thing<Row>({
  kind: 'stream',
  words: { missing: NO_STREAM },
  find: findRow,
  access: async (source, onlooker, { stream }) => ({ access: await accessTo(source, onlooker, stream) }),
  owner: ({ stream }) => stream.performerId,
  lock: async (tx, id) => {
    await tx.em.execute('select 1 from stream where id = ? for share', [id])
    return findRow(tx, id)
  },
  // One that has not begun may never begin.
  price: ({ stream: { kind, status, access, price }, isFull }) =>
    kind === 'public' && access === 'paid' && (status === 'live' || status === 'reconnecting') && !isFull
      ? (price ?? null)
      : null,
  async titles({ em }, ids) {
    const streams = await em.find(Stream, { id: { $in: [...ids] } }, { fields: ['title'] })
    return new Map(streams.map(({ id, title }) => [id, title]))
  },
  // Its title and its picture are to be seen by all who know of it.
  async snapshot(source, onlooker, { stream }) {
    return (await accessTo(source, onlooker, stream)) === 'hidden' ? null : { text: stream.title }
  },
  hide: (tx, id, isHidden) => hideStream(tx, id, isHidden),
})

async function accessTo(source: Source, onlooker: Onlooker, stream: Stream): Promise<Access> {
  const door = await rightOf(source, onlooker, stream)
  if (door === null) return 'hidden'
  return door === 'open' ? 'open' : 'locked'
}

/** The kill switch of staff: the stream ends at once. Shown again, it is known again, and stays over. */
async function hideStream(tx: Tx, id: string, isHidden: boolean): Promise<string | null> {
  const stream = await lockStream(tx, id)
  if (stream.isHidden === isHidden) return null
  const { status } = stream
  stream.isHidden = isHidden
  await tx.flush()
  if (isHidden) await endStream(tx, { id, reason: 'staff' })
  return status
}

async function findRow(source: Source, id: string): Promise<Row | null> {
  const stream = await source.em.findOne(Stream, { id }, { refresh: true })
  return stream && { stream, isFull: await isFull(source, null, stream) }
}
