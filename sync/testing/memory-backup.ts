import type { BackupStorage } from '../engine/ports.ts'
import type { OutboxRecord } from '../engine/store.ts'

/** A second place that outlives any database. */
export class MemoryBackup implements BackupStorage {
  readonly #copies = new Map<string, OutboxRecord>()

  async put(record: OutboxRecord): Promise<void> {
    this.#copies.set(record.id, structuredClone(record))
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#copies.delete(id)
  }

  async ids(): Promise<string[]> {
    return [...this.#copies.keys()]
  }

  async all(): Promise<OutboxRecord[]> {
    return structuredClone([...this.#copies.values()])
  }
}
