import type { Config } from '../../../config.ts'
import { openPartialUploads } from './partial-uploads.ts'
import type { PartStorage } from './partial-uploads.ts'
import { openS3Client } from './s3-client.ts'
import type { S3Client } from './s3-client.ts'
import { s3Parts } from './s3-parts.ts'
import { openS3Storage } from './s3-storage.ts'
import { openLocalStorage } from './storage.ts'
import type { FileStorage, WorkFolder } from './storage.ts'

/** Where files and uploads under way lie: the bucket of the settings, else the data directory. `bucket`: all that lies in it. */
export async function openStorage(
  { dataDir, s3, deleteAfterDays }: Pick<Config, 'dataDir' | 's3' | 'deleteAfterDays'>,
  workFolder: WorkFolder,
): Promise<{ storage: FileStorage; parts: PartStorage; bucket: S3Client | null }> {
  if (!s3) {
    const storage = await openLocalStorage(dataDir, workFolder)
    return { storage, parts: await openPartialUploads(dataDir), bucket: null }
  }
  const client = openS3Client(s3)
  const storage = await openS3Storage(client, { dataDir, workFolder, deleteAfterDays })
  return { storage, parts: s3Parts(client, storage.workPath), bucket: client }
}
