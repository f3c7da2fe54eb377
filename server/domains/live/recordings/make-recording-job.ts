import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { QueuedJob } from '../../../infra/jobs/job.ts'
import { Recording } from './entity.ts'
import { makeRecording } from './make-recording.ts'

type Made = { streamId: string }

/** Makes a video of a recording. Run again, it makes the same one. */
export const makeRecordingJob: QueuedJob<Made> = {
  ...{ kind: 'queued', name: 'recordings.make', retries: 8, timeoutSeconds: 12 * 3600 },
  payload: v.object({ streamId: uuid }),
  key: ({ streamId }) => streamId,
  async unfinished(app) {
    const rows = await app.orm.em.fork().find(Recording, { status: 'making' }, { fields: ['streamId'] })
    return rows.map(({ streamId }) => ({ streamId }))
  },
  run: (app, { streamId }, signal) => makeRecording(app, streamId, signal),
}
