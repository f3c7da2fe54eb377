import { noPreferences } from '@vesper/sync/vesper/records/preferences.ts'
import type { Preferences as PreferencesRecord } from '@vesper/sync/vesper/records/preferences.ts'
import type { Preferences } from './entity.ts'

/** The preferences of an account, of which there may be none yet. */
export function preferencesView(userId: string, preferences: Preferences | null): PreferencesRecord {
  if (!preferences) return noPreferences(userId)
  const { theme, language, reducedData, muted } = preferences
  return {
    ...{ _id: userId, theme: theme ?? null, language: language ?? null, reducedData: reducedData ?? null },
    ...(muted.length > 0 && { muted }),
  }
}
