import { publishDuePosts } from './domains/posts/publish-due.ts'
import { sweepDocumentsJob } from './domains/performers/sweep-documents.ts'
import { processVideo } from './infra/files/processing/process-video-job.ts'
import { sweepFilesJob } from './infra/files/sweep.ts'
import type { Job } from './infra/jobs/job.ts'
import { endExpiredSessions } from './infra/live/expired-sessions.ts'
import { deliverMail, removeOldMail } from './infra/mail/mailer.ts'
import { pruneSync } from './infra/sync/prune-job.ts'

/** All background work. */
export const jobs: readonly Job[] = [
  deliverMail,
  removeOldMail,
  processVideo,
  publishDuePosts,
  endExpiredSessions,
  sweepFilesJob,
  sweepDocumentsJob,
  pruneSync,
]
