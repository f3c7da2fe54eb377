import type { TakenFiles } from '../../../content/attachments.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { FileHolder, Onlooker } from '../../../infra/files/attachment.ts'
import { rightOf } from '../streams/door.ts'
import { Stream } from '../streams/entity.ts'
import { StreamMessage } from './entity.ts'
import { keepsOrder } from './policy.ts'
import { asIfLive } from './readable-stream.ts'
import { standingIn } from './standings.ts'

/** The type of lines as holders of files. */
export const LINE = 'stream-message'

/** The photo of a line. */
export const streamPhoto: TakenFiles = {
  ...{ type: LINE, max: 1, kinds: ['photo'], unready: [] },
  field: () => 'fileId',
  texts: {
    missing: 'The photo of this message is not here. Add it again.',
    taken: 'The photo of this message was used already. Add it again.',
    failed: 'The photo of this message could not be read. Add another.',
    processing: 'The photo of this message is not ready yet. Try again in a moment.',
  },
}

/** All who may watch the stream see the photos of its chat, once they are approved, and after its end too. */
export const lineHolder: FileHolder = {
  type: LINE,
  isPersonal: true,
  async hiddenOf(em, ids) {
    const lines = await em.find(StreamMessage, { id: { $in: [...ids] } })
    const streams = await em.find(Stream, { id: { $in: lines.map(({ streamId }) => streamId) }, isHidden: true })
    const hidden = new Set(streams.map(({ id }) => id))
    return lines.flatMap(({ id, streamId }) => (hidden.has(streamId) ? { id, by: streamId } : []))
  },
  async viewableOf(source, held, onlooker) {
    // A photo is put into one line at most, as lines take none that anything holds.
    for (const { id } of held) if (await isReadable(source, id, onlooker)) return true
    return false
  },
}

async function isReadable(source: Source, id: string, onlooker: Onlooker): Promise<boolean> {
  const { em } = source
  const line = await em.findOne(StreamMessage, { id })
  const stream = line && (await em.findOne(Stream, { id: line.streamId }))
  if (!stream || line.state === 'deleted' || line.state === 'cleared') return false
  if ((await rightOf(source, onlooker, asIfLive(stream))) !== 'open') return false
  if (line.state === 'shown' || line.senderId === onlooker.userId) return true
  const { userId } = onlooker
  if (userId === null) return false
  return keepsOrder((await standingIn(em, stream, { userId, now: onlooker.now })).role)
}
