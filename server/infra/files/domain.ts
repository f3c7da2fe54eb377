import type { App } from '../../app.ts'
import { domain, notSynced, synced } from '../domain.ts'
import { Attachment } from './attachment.ts'
import { File } from './entity.ts'
import { HiddenFile } from './hidden-file.ts'
import { encodeFileJob, processFileJob, resumeProcessing } from './processing/process-file-job.ts'
import { makeSizesJob } from './sizes/make-sizes.ts'
import { bucketWarning, checkBucketAtStart } from './storage/bucket-warning.ts'
import { diskObstacle, diskWarning } from './storage/disk-room.ts'
import { sweepFilesJob } from './sweep.ts'
import { fileRoutes } from './uploads/routes.ts'

/** Uploads. A file is no row of a device by itself; rows that show it change with it. */
export const files = domain({
  name: 'files',
  entities: [
    synced(File, (changes, { entity }) => changes.show(File, entity.id)),
    notSynced(Attachment),
    notSynced(HiddenFile),
  ],
  routes: fileRoutes,
  jobs: [processFileJob, encodeFileJob, resumeProcessing, makeSizesJob, sweepFilesJob],
  readiness: diskObstacle,
  warning: warningOf,
  services: [checkBucketAtStart],
})

async function warningOf(app: App): Promise<string | null> {
  const troubles = await Promise.all([diskWarning(app), bucketWarning(app)])
  return troubles.filter((trouble) => trouble !== null).join('; ') || null
}
