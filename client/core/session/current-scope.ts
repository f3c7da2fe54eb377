import { fork } from 'effector'
import type { Scope } from 'effector'
import { $browserOnline, $reached } from '../connection/model.ts'
import { $reducedData, $theme, $themeChoice, initialPreferences } from '../preferences/model.ts'
import { readReducedData } from '../preferences/reduced-data.ts'
import { $geoBlocked, $settings, keptSettings } from '../settings/model.ts'
import { $session } from './model.ts'
import type { Session } from './model.ts'
import { $suspended, isKnownSuspended } from './suspension.ts'

type Listener = () => void

let current: Scope | undefined
const listeners = new Set<Listener>()

/** The scope of the running session. A login and a logout each begin a new one: nothing of a person is carried over. */
export function currentScope(): Scope {
  if (!current) throw new Error('No session has been begun')
  return current
}

/** Begins a session in a scope of its own. State of the device and of the site goes along. */
export function beginScope(session: Session): Scope {
  const before = current
  const [themeChoice, theme] = initialPreferences()
  current = fork({
    values: [
      [$session, session],
      [$suspended, isKnownSuspended(session)],
      [$themeChoice, themeChoice],
      [$theme, theme],
      [$reducedData, readReducedData()],
      [$settings, before ? before.getState($settings) : keptSettings()],
      [$geoBlocked, before?.getState($geoBlocked) ?? false],
      [$browserOnline, navigator.onLine],
      [$reached, before?.getState($reached) ?? null],
    ],
  })
  for (const listener of listeners) listener()
  return current
}

/** `useSyncExternalStore` calls this. */
export function subscribeToScope(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
