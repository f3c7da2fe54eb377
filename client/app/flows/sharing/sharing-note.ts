import { readStoredValue, removeStored, store } from '../../../core/storage/stored-values.ts'

/** Says that a shared item waits on this device, for the next login: to look into the storage at each start would cost time. */
const KEY = 'vesper-sharing'

export function noteSharing(): void {
  store(KEY, 'waits')
}

export function forgetSharing(): void {
  removeStored(KEY)
}

export function isSharingNoted(): boolean {
  return readStoredValue(KEY) === 'waits'
}
