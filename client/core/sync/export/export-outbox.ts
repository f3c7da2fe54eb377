import type { Draft, OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import type { InputWithSizeMeta } from 'client-zip'
import { formsOf } from '../../forms/form-draft-storage.ts'
import type { FormDraft } from '../../forms/form-draft-storage.ts'
import { isUserVisibleMutation } from '../is-user-visible-mutation.ts'
import type { Sync } from '../sync.ts'

const TEXT_NAME = 'unsent.json'

/** Bytes of files that are in the copy by now, and of all. */
export type ExportProgress = { done: number; of: number }

/** `missing` names the files that this device keeps and could not read: they are not in the copy. */
export type Exported = { copy: Blob; name: string; files: number; missing: string[] }

/** A file of the copy; `path` says where in it, null where its bytes could not be read. */
type FileInCopy = { fileId: string; name: string; mimeType: string; size: number; path: string | null }

type Unsent = {
  account: string
  records: OutboxRecord[]
  drafts: Draft[]
  forms: FormDraft[]
  files: FileInCopy[]
  now: Date
}

type Source = Pick<Sync, 'db' | 'fileOf'> & {
  inside: { replica: { model: Pick<Sync['inside']['replica']['model'], 'files'> } }
}

/**
 * Everything of an account that has not reached the server, in one zip: `unsent.json`, and beside it the photos and
 * videos that wait with it, byte for byte. One file is read at a time.
 */
export async function exportOutbox(
  sync: Source,
  account: string,
  onProgress: (progress: ExportProgress) => void = () => {},
): Promise<Exported> {
  const { downloadZip } = await import('client-zip')
  const now = new Date()
  const [all, drafts, kept] = await Promise.all([
    sync.db.outbox.orderBy('order').toArray(),
    sync.db.drafts.toArray(),
    sync.db.uploads.toArray(),
  ])
  const uploads = unsentFiles(kept, namedFiles(sync, all, drafts))
  const progress = { done: 0, of: uploads.reduce((sum, { size }) => sum + size, 0) }
  const files: FileInCopy[] = []
  const pathOf = freePaths()

  async function* parts(): AsyncGenerator<InputWithSizeMeta> {
    for (const { fileId, name, mimeType, size, queuedAt } of uploads) {
      onProgress({ ...progress })
      const bytes = await sync.fileOf(fileId).catch(() => null)
      const path = bytes && pathOf(name)
      files.push({ fileId, name, mimeType, size, path })
      if (bytes && path) yield { name: path, input: bytes, lastModified: new Date(queuedAt) }
      progress.done += size
    }
    onProgress({ ...progress })
    const records = all.filter(isUserVisibleMutation)
    yield {
      name: TEXT_NAME,
      input: exportText({ account, records, drafts, forms: formsOf(account).all(), files, now }),
      lastModified: now,
    }
  }

  const copy = await downloadZip(parts()).blob()
  const missing = files.flatMap(({ name, path }) => (path === null ? [name] : []))
  const name = `vesper-unsent-${now.toISOString().slice(0, 10)}.zip`
  return { copy, name, files: files.length - missing.length, missing }
}

/** As a JSON text that people and programs can read. */
export function exportText({ account, records, drafts, forms, files, now }: Unsent): string {
  const unsent = records.map(({ id, name, args, lane, queuedAt, state, attempts, rejection }) => ({
    id,
    name,
    lane,
    queuedAt,
    state,
    attempts,
    rejection,
    args,
  }))
  const described = files.map((file) => (file.path === null ? { ...file, missing: true } : file))
  const copy = { app: 'Vesper', account, exportedAt: now.toISOString(), unsent, drafts, forms, files: described }
  return `${JSON.stringify(copy, null, 2)}\n`
}

/** The files that queued mutations or drafts name. */
function namedFiles({ inside }: Source, records: OutboxRecord[], drafts: Draft[]): Set<string> {
  const { model } = inside.replica
  const queued = records.flatMap(({ name, args }) => [...model.files(name, args)])
  return new Set([...queued, ...drafts.flatMap(({ fileIds }) => fileIds)])
}

/** Files that are on the server already, or only half kept, go along where something unsent names them. */
function unsentFiles(kept: Upload[], named: ReadonlySet<string>): Upload[] {
  return kept
    .filter(({ fileId, state }) => named.has(fileId) || (state !== 'sent' && state !== 'keeping'))
    .sort((a, b) => (a.queuedAt < b.queuedAt ? -1 : 1))
}

/** Gives each file a path of its own, under its name: photos of a phone are all called the same. */
function freePaths(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    // oxlint-disable-next-line no-control-regex -- these are what no file system takes
    const safe = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_').replace(/^\.+/, '') || 'file'
    const dot = safe.lastIndexOf('.') > 0 ? safe.lastIndexOf('.') : safe.length
    for (let count = 1; ; count += 1) {
      const path = `files/${safe.slice(0, dot)}${count > 1 ? ` (${count})` : ''}${safe.slice(dot)}`
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  }
}
