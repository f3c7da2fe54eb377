import { readStoredValue, removeStored, store } from '../storage/stored-values.ts'

const KEY = 'vesper-key-shortcuts'

/** Shortcuts of one key alone are on unless somebody turns them off on this device: speech input may press them. */
export function areKeyShortcutsOn(): boolean {
  return readStoredValue(KEY) !== 'off'
}

export function turnKeyShortcuts(isOn: boolean): void {
  if (isOn) removeStored(KEY)
  else store(KEY, 'off')
}
