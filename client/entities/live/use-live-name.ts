import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { useSyncExternalStore } from 'react'

/** Each creator who is live now, with the name of the page of their stream. */
type LiveSet = ReadonlyMap<string, string>

const nobody: LiveSet = new Map()
let live = nobody
const listeners = new Set<() => void>()
let isWanted = false
const wishListeners = new Set<() => void>()

/** Tells all portraits who is live. Nothing is known without a connection: they are told of nobody. */
export function keepLiveSet(streams: readonly Stream[]): void {
  live = new Map(streams.map(({ performer: { _id, username } }) => [_id, username ?? _id]))
  for (const listener of listeners) listener()
}

/** The name of the page of a creator's stream while they are live, else null. Asks nobody: portraits are many. */
export function useLiveName(performerId: string): string | null {
  return useSyncExternalStore(subscribe, () => live.get(performerId) ?? null)
}

function subscribe(listener: () => void): () => void {
  wantLive()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page shows who is live. Pages without portraits do not load `LiveWatch`. */
export function wantLive(): void {
  if (isWanted) return
  isWanted = true
  for (const listener of wishListeners) listener()
}

/** True once a page has shown who is live. */
export function useIsLiveWanted(): boolean {
  return useSyncExternalStore(subscribeToWish, () => isWanted)
}

function subscribeToWish(listener: () => void): () => void {
  wishListeners.add(listener)
  return () => wishListeners.delete(listener)
}
