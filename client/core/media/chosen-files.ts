import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'

const MOST = 200

const chosen = new Map<string, FileRecord>()

/** Remembers files that were chosen from the library, until rows of the server show them; the oldest are forgotten. */
export function rememberChosen(files: readonly FileRecord[]): void {
  for (const file of files) chosen.set(file._id, file)
  for (const oldest of chosen.keys()) {
    if (chosen.size <= MOST) break
    chosen.delete(oldest)
  }
}

export function chosenFile(fileId: string): FileRecord | undefined {
  return chosen.get(fileId)
}
