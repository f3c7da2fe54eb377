import { readStoredValue, removeStored, store } from '../storage/stored-values.ts'

const KEY = 'vesper-reduced-data'

/** True when the user wants less data on this device. */
export function readReducedData(): boolean {
  return readStoredValue(KEY) === 'yes'
}

export function keepReducedData(reduced: boolean): void {
  if (reduced) store(KEY, 'yes')
  else removeStored(KEY)
}
