import { rm, stat } from 'node:fs/promises'
import { NIL, v7 } from 'uuid'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../../infra/files/uploads/purposes.ts'
import type { ClosedRoom } from '../../../infra/rtc/stream-engine.ts'
import { createAsset } from '../../content/assets/save-asset.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { Stream } from './entity.ts'

/**
 * Makes a recording a video of its creator, a draft until they publish it, through the same processing as an upload. Where
 * that fails, its creator is told, and the recording is gone.
 */
export async function keepRecording(
  app: App,
  stream: Stream,
  { path }: NonNullable<ClosedRoom['recording']>,
): Promise<void> {
  try {
    await makeVideo(app, stream, path)
  } catch (error) {
    app.log.error({ err: error, stream: stream.id }, 'the recording of a stream could not be kept')
    await rm(path, { force: true })
    await transact(app, null, (tx) =>
      notify(tx, {
        ...{ userId: stream.performerId, kind: 'system', actorId: null, event: 'recording-failed' },
        ...{ object: { type: 'stream', id: stream.id }, preview: stream.title },
      }),
    )
  }
}

async function makeVideo(app: App, stream: Stream, path: string): Promise<void> {
  // The server acts for the creator, through no session of theirs.
  const actor = { userId: stream.performerId, sessionId: NIL, isPerformer: true }
  const { size } = await stat(path)
  const file = await keepUpload(app, actor, { fileId: v7(), path, size, takes: takes('video') })
  const videoId = v7()
  await transact(app, actor, async (tx) => {
    await createAsset(tx, {
      _id: videoId,
      kind: 'video',
      changes: { title: stream.title, ...seenBy(stream), mainId: file.id },
    })
    await tx.em.nativeUpdate(Stream, { id: stream.id }, { videoId })
  })
}

/** The video is for whom the stream was. Shows that fans paid by the minute begin closed to others. */
function seenBy({ kind, access, price }: Stream) {
  if (kind !== 'public') return { access: 'subscribers' } as const
  return access === 'paid' ? { access, price: price ?? 0 } : { access }
}
