import type { Preferences } from '@vesper/sync/records/preferences.ts'
import { emit } from './emit.ts'
import { forgetChoices, noteChoice, readChoices } from './features/preferences/device-choices.ts'
import {
  $language,
  $reducedData,
  $themeChoice,
  keepChoiceFx,
  languageShown,
  reducedDataArrived,
  themeArrived,
} from './features/preferences/model.ts'
import { showLanguage } from './i18n.ts'
import { currentScope } from './scope.ts'
import { currentSync, subscribeToSync, syncState } from './sync.ts'
import type { Sync } from './sync.ts'

/** Has the preferences of whoever is signed in shown and kept, from now on. [PREF-1] [PREF-2] */
export function keepPreferences(): void {
  let followed: Sync | null = null
  let unwatch = () => {}
  keepChoiceFx.use(async (changes) => {
    const sync = currentSync()
    // Of an engine that is not open, or whose storage fails, the account hears at the next start.
    const kept = sync?.mutate('preferences.update', { changes }) ?? Promise.reject(new Error('no engine'))
    await kept.catch(() => noteChoice(changes))
  })
  const follow = () => {
    const held = syncState()
    const sync = held.state === 'on' ? held.sync : null
    if (sync === followed) return
    followed = sync
    unwatch()
    unwatch = () => {}
    if (held.state !== 'on') return
    void handOver(held.sync)
    void import('./sync-engine.ts').then(({ watchPreferences }) => {
      if (followed === held.sync) unwatch = watchPreferences(held.sync, held.account, (row) => void show(row))
    })
  }
  subscribeToSync(follow)
  follow()
}

/** What was chosen before anybody was signed in: for the account to have, where it has chosen nothing. */
async function handOver(sync: Sync): Promise<void> {
  const changes = readChoices()
  if (Object.keys(changes).length === 0) return
  try {
    await sync.mutate('preferences.update', { changes, initial: true })
    forgetChoices()
  } catch (error) {
    console.warn('What was chosen on this device could not be kept for the account', error)
  }
}

async function show({ theme, language, reducedData }: Preferences): Promise<void> {
  const scope = currentScope()
  if (theme !== null && theme !== scope.getState($themeChoice)) emit(themeArrived, theme)
  if (reducedData !== null && reducedData !== scope.getState($reducedData)) emit(reducedDataArrived, reducedData)
  if (language !== null && language !== scope.getState($language)) emit(languageShown, await showLanguage(language))
}
