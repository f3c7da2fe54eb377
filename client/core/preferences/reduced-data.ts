import { readStored, removeStored, store } from '../storage/local-storage.ts'

const KEY = 'vesper-reduced-data'

/** True when the user wants less data on this device. */
export function readReducedData(): boolean {
  return readStored(KEY) === 'yes'
}

export function keepReducedData(reduced: boolean): void {
  if (reduced) store(KEY, 'yes')
  else removeStored(KEY)
}
