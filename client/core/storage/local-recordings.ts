/** The database with what this device has recorded of an account's streams. */
export function localRecordingsOf(account: string): string {
  return `vesper-recordings-${account}`
}

/** Deletes it. A tab that has it open lets go of it by itself. */
export function deleteLocalRecordings(account: string): Promise<void> {
  return new Promise((resolve) => {
    if (!globalThis.indexedDB) return resolve()
    const request = indexedDB.deleteDatabase(localRecordingsOf(account))
    request.onsuccess = request.onerror = () => resolve()
  })
}
