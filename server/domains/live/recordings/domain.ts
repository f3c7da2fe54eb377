import { domain, notSynced } from '../../../infra/domain.ts'
import { closeDueJob } from './close-due-job.ts'
import { takeSlice } from './commands.ts'
import { Recording, Slice } from './entity.ts'
import { keepRecording } from './keep-recording.ts'
import { makeRecordingJob } from './make-recording-job.ts'
import { recordingRoutes } from './routes.ts'

/** Recordings of streams, and what devices of their creators fill their holes with, until they are videos. */
export const recordings = domain({
  name: 'recordings',
  entities: [notSynced(Recording), notSynced(Slice)],
  routes: recordingRoutes,
  jobs: [makeRecordingJob, closeDueJob],
  uploaded: { 'stream-slice': takeSlice },
  recorded: keepRecording,
})
