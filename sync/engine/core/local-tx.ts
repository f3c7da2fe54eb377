/** Reads and writes of an optimistic half, against the rows as the user sees them. */
export type LocalTx = {
  get(collection: string, id: string): Promise<Record<string, unknown> | undefined>
  put(collection: string, row: Record<string, unknown> & { _id: string }): Promise<void>
  delete(collection: string, id: string): Promise<void>
}
