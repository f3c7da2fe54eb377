import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { localRecordingsOf } from '../../../../core/storage/local-recordings.ts'

/** One run of the recorder of this device. */
export type Run = {
  id: string
  streamId: string
  /** Its beginning by the clock of the server's recording, in milliseconds; null until the server has told it. */
  beginMs: number | null
  /** The file before its first cluster; null until that has come. */
  init: Uint8Array | null
  createdAt: number
}

/** Some seconds of a run, in milliseconds since it began. Chunks follow one another by their index. */
export type Chunk = { runId: string; index: number; fromMs: number; toMs: number; bytes: Uint8Array }

/** A part that fills a hole, ready to go up under its id. Times are those of the server's recording. */
export type ReadySlice = {
  id: string
  streamId: string
  beginMs: number
  endMs: number
  bytes: Uint8Array<ArrayBuffer>
}

export type SliceStore = Dexie & {
  runs: Table<Run, string>
  chunks: Table<Chunk, [string, number]>
  slices: Table<ReadySlice, string>
}

/** Opens what this device has recorded of an account's streams. Logging out deletes it. */
export function openSliceStore(account: string): SliceStore {
  const store = new Dexie(localRecordingsOf(account)) as SliceStore
  store.version(1).stores({ runs: 'id,streamId', chunks: '[runId+index],runId', slices: 'id,streamId' })
  return store
}

/** Removes all that is here of a stream. */
export async function forgetStream(store: SliceStore, streamId: string): Promise<void> {
  await store.transaction('rw', store.runs, store.chunks, store.slices, async () => {
    const runIds = await store.runs.where({ streamId }).primaryKeys()
    await store.chunks.where('runId').anyOf(runIds).delete()
    await store.runs.bulkDelete(runIds)
    await store.slices.where({ streamId }).delete()
  })
}
