import type { BaseRecord, OutboxRecord, Rejection, SpaceRecord, StoredRow } from './core/outbox-record.ts'

export type { BaseRecord, OutboxRecord, Rejection, SpaceRecord, StoredRow }

/**
 * Something being written. The engine touches none but that of what is queued. `sentAs`: the message that was on its way into
 * the outbox when this was kept.
 */
export type Draft = { key: string; text: string; fileIds: string[]; updatedAt: string; sentAs?: string }

/** The content of a draft when it was sent; blanks around the text do not count. */
export type SentDraft = Pick<Draft, 'key' | 'text' | 'fileIds'>

/** A file that goes up before the mutation that names it; its bytes are in `blobs`, in chunks (`local/file-chunks.ts`). */
export type Upload = {
  fileId: string
  name: string
  mimeType: string
  /** Bytes. */
  size: number
  /** Bytes of a piece; missing where there is one. */
  pieceBytes?: number
  /** `keeping`: its pieces are still being written. */
  state: 'keeping' | 'waiting' | 'sending' | 'sent' | 'rejected'
  /** Bytes that have gone up. */
  sent: number
  rejection: Rejection | null
  /** Pixels, where known. */
  width: number | null
  height: number | null
  queuedAt: string
  /** Which tab attached it (`local/tab-lock.ts`). */
  tab?: string
  /** A word of the product for the uploader: why the file is uploaded. */
  purpose?: string
}

/** A piece of a file. */
export type BlobRecord = { fileId: string; bytes: ArrayBuffer }

export type MetaRecord = { key: string; value: string }

/** From one key to another, in key order. */
export type Span<Key> = readonly [from: Key, to: Key]

export type StoreTable<Value, Key> = {
  get(key: Key): Promise<Value | undefined>
  getMany(keys: Key[]): Promise<(Value | undefined)[]>
  /** All values in key order. */
  all(): Promise<Value[]>
  /** Reads no values. */
  keys(): Promise<Key[]>
  put(values: Value[]): Promise<void>
  delete(keys: Key[]): Promise<void>
  /** Whatever lies between two keys, both included: as many at once cost no more than one. */
  deleteSpans(spans: Span<Key>[]): Promise<void>
  clear(): Promise<void>
}

export type RowTable = StoreTable<StoredRow, string> & {
  idsOfSpace(space: string): Promise<string[]>
  /** From the first of these ids, which are in order, to the last: no more than `most` rows. */
  between(ids: string[], most: number): Promise<StoredRow[]>
  count(): Promise<number>
}

export type OutboxTable = StoreTable<OutboxRecord, number> & {
  /** Gives the record the next `order`. */
  add(record: Omit<OutboxRecord, 'order'>): Promise<number>
  byId(id: string): Promise<OutboxRecord | undefined>
  /** All of them without `states`. */
  count(states?: OutboxRecord['state'][]): Promise<number>
  /** The first in order that is not rejected. */
  oldestPending(): Promise<OutboxRecord | undefined>
}

export type StoreTx = {
  rows(collection: string): RowTable
  base: StoreTable<BaseRecord, [collection: string, id: string]>
  outbox: OutboxTable
  spaces: StoreTable<SpaceRecord, string>
  drafts: StoreTable<Draft, string>
  uploads: StoreTable<Upload, string>
  blobs: StoreTable<BlobRecord, string>
  meta: StoreTable<MetaRecord, string>
}

/**
 * Which tables a transaction holds, so that typing does not wait for a large patch, unless something was just sent:
 * `replica` all but drafts; `all` these too; `outbox` outbox, uploads, spaces and meta; `files` uploads and blobs;
 * `drafts` drafts; `unsent` files, and what can name them: outbox and drafts.
 */
export type Scope = 'replica' | 'all' | 'outbox' | 'files' | 'drafts' | 'unsent'

/**
 * The promises of a client store. A transaction is atomic, and transactions that share a table run one after another,
 * from any tab or connection. `strict`: on disk when it resolves. `relaxed`: handed to the operating system, so that a
 * killed browser loses nothing. When `work` throws, nothing of it stays, and the error comes out unchanged. A put,
 * delete or clear may resolve before it is done, and fails the transaction if it cannot be. Nothing that a transaction
 * is asked throws: its promise refuses, also once the transaction has ended, as it may while work that asked for
 * several things at once goes on.
 *
 * `work` awaits nothing but the transaction's own promises.
 */
export type ClientStore = {
  collections: readonly string[]
  read<Result>(scope: Scope, work: (tx: StoreTx) => Promise<Result>): Promise<Result>
  write<Result>(durability: 'strict' | 'relaxed', scope: Scope, work: (tx: StoreTx) => Promise<Result>): Promise<Result>
}
