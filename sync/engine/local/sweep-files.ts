import type { StoreTx, Upload } from '../store.ts'
import { collectStrings } from './collect-strings.ts'
import { dropUploads } from './file-chunks.ts'
import type { Replica } from './replica.ts'
import { isTabAlive } from './tab-lock.ts'

/** Whatever tabs can be seen, nothing younger is looked at: what is attached is named a moment later. */
const YOUNG_MS = 60 * 60 * 1000

type Left = { uploads: Upload[]; pieces: string[] }

/**
 * [UPLOAD-8] Drops what tabs that are gone have left of files: half-kept ones, those that nothing names, and pieces
 * without a file. The deleting transaction itself decides again.
 */
export async function sweepFiles(replica: Replica): Promise<void> {
  const { store, now } = replica
  const before = new Date(now().getTime() - YOUNG_MS).toISOString()
  const seen = await store.read('unsent', (tx) => findLeft(tx, { before, isGone: () => true }))
  if (seen.uploads.length === 0 && seen.pieces.length === 0) return
  const gone = new Set<string | undefined>([undefined])
  for (const tab of new Set(seen.uploads.map((upload) => upload.tab))) {
    if (tab !== undefined && !(await isTabAlive(replica, tab))) gone.add(tab)
  }
  await store.write('relaxed', 'unsent', async (tx) => {
    const { uploads, pieces } = await findLeft(tx, { before, isGone: ({ tab }) => gone.has(tab) })
    const fileIds = uploads.map(({ fileId }) => fileId)
    await dropUploads(tx, fileIds)
    await tx.blobs.delete(pieces)
  })
}

async function findLeft(
  tx: StoreTx,
  { before, isGone }: { before: string; isGone: (upload: Upload) => boolean },
): Promise<Left> {
  const uploads = await tx.uploads.all()
  const files = new Set(uploads.map(({ fileId }) => fileId))
  const pieces = (await tx.blobs.keys()).filter(
    (id) => id.includes('/') && !files.has(id.slice(0, id.lastIndexOf('/'))),
  )
  const old = uploads.filter((upload) => upload.queuedAt < before && isGone(upload))
  if (old.length === 0) return { uploads: [], pieces }
  // Any text may be a file's id: what a newer app has queued is not understood here.
  const named = collectStrings([...(await tx.outbox.all()).map(({ args }) => args), ...(await tx.drafts.all())])
  return { uploads: old.filter(({ state, fileId }) => state === 'keeping' || !named.has(fileId)), pieces }
}
