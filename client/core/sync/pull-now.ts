import { currentSync } from './sync.ts'

/** Asks for what a call has changed. Without a real-time connection the device would hear of it up to a minute later. */
export function pullNow(): void {
  currentSync()?.wake('poke')
}
