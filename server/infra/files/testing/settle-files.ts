import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { encodeFileJob, processFileJob } from '../processing/process-file-job.ts'

/** Resolves when no file is processed or waits for it, copies included. ffmpeg runs behind all other work of the machine. */
export async function settleFiles(server: Pick<TestServer, 'app'>, timeout = 60_000): Promise<void> {
  await settleJob(server, processFileJob, timeout)
  await settleJob(server, encodeFileJob, timeout)
}
