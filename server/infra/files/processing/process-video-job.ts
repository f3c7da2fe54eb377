import * as v from 'valibot'
import { transact } from '../../database/transaction.ts'
import type { QueuedJob } from '../../jobs/job.ts'
import { completeFile } from '../commands.ts'
import { File } from '../entity.ts'
import { makeRenditions } from './video-processing.ts'

/**
 * Processes one video from the status `processing` to `ready` or `failed`. Each process runs one at a time, because one
 * takes a whole core.
 */
export const processVideo: QueuedJob<{ fileId: string }> = {
  kind: 'queued',
  name: 'files.process-video',
  payload: v.object({ fileId: v.string() }),
  key: ({ fileId }) => fileId,
  // Each account has its line: its second video comes after the first of every other.
  async turn(em, { fileId }) {
    const [before] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from file f join file mine on mine.id = ? and f.owner_id = mine.owner_id
        where f.type = 'video' and f.status = 'processing' and (f.created_at, f.id) < (mine.created_at, mine.id)`,
      [fileId],
    )
    return before?.count ?? 0
  },
  timeoutSeconds: 3600,
  // Enough for the server that has the bytes to take the job from one that has not.
  retries: 8,
  async unfinished({ orm }) {
    const videos = await orm.em.fork().find(File, { type: 'video', status: 'processing' }, { fields: ['id'] })
    return videos.map(({ id }) => ({ fileId: id }))
  },
  async run(app, { fileId }, signal) {
    const file = await app.orm.em.fork().findOne(File, { id: fileId, status: 'processing' })
    if (!file) return
    const path = (await app.storage.pathOf(fileId, 'source')) ?? (await app.storage.pathOf(fileId, 'original'))
    if (path === null) throw new Error('The bytes of a video are not on the disk of this server.')
    const result = await makeRenditions({ app, file, signal })
    signal.throwIfAborted()
    await transact(app, null, (tx) => completeFile(tx, fileId, result))
  },
}
