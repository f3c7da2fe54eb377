import { mergePreferences } from '@vesper/sync/vesper/mutations/preferences.ts'
import type { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import type { Preferences } from '@vesper/sync/vesper/records/preferences.ts'
import { showLanguage, wantedLanguage } from '../../../core/i18n/i18n.ts'
import {
  $reducedData,
  $themeChoice,
  keepChoiceFx,
  reducedDataArrived,
  themeArrived,
} from '../../../core/preferences/model.ts'
import { forgetPendingPreferences, readChoices } from '../../../core/preferences/pending-preferences.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { emit } from '../../../core/session/emit-in-scope.ts'
import { watchPreferences } from '../../../core/sync/sync-engine.ts'
import { subscribeToSync, syncState } from '../../../core/sync/sync.ts'
import type { Sync } from '../../../core/sync/sync.ts'
import { noteChoiceHere } from './note-choice.ts'

type Engine = { account: string; sync: Sync }

/** Shows and stores the preferences of the signed-in account from now on. */
export function syncPreferences(): void {
  let followed: Sync | null = null
  let unwatch = () => {}
  keepChoiceFx.use(async (changes) => {
    const account = noteChoiceHere(changes)
    const held = syncState()
    // The account hears later of a choice while the engine is closed or its storage fails.
    if (held.state === 'on' && held.account === account) await handOver(held, changes)
  })
  const follow = () => {
    const held = syncState()
    const sync = held.state === 'on' ? held.sync : null
    if (sync === followed) return
    followed = sync
    unwatch()
    unwatch = () => {}
    if (held.state !== 'on') return
    void handOverVisit(held).then(() => handOver(held))
    unwatch = watchPreferences(held.sync, held.account, (row) => void show(row))
  }
  subscribeToSync(follow)
  follow()
}

/** Hands over a visitor's choices, where the account has chosen nothing. */
async function handOverVisit({ sync }: Engine): Promise<void> {
  const changes = readChoices(null)
  if (!hasAny(changes)) return
  try {
    await sync.mutate('preferences.update', { changes, initial: true })
    forgetPendingPreferences(null, changes)
  } catch (error) {
    console.warn('What was chosen on this device could not be kept for the account', error)
  }
}

/** Queues the account's noted choices; `latest` also where nothing can be noted. */
async function handOver({ account, sync }: Engine, latest: PreferenceChanges = {}): Promise<void> {
  const changes = { ...readChoices(account), ...latest }
  if (!hasAny(changes)) return
  try {
    await sync.mutate('preferences.update', { changes })
    forgetPendingPreferences(account, changes)
  } catch (error) {
    console.warn('What was chosen could not be kept for the account', error)
  }
}

/** Shows the account's preferences, with choices of this device that are still on their way. */
async function show(row: Preferences): Promise<void> {
  const { theme, language, reducedData } = mergePreferences(row, { changes: readChoices(row._id) })
  const scope = currentScope()
  if (theme !== null && theme !== scope.getState($themeChoice)) emit(themeArrived, theme)
  if (reducedData !== null && reducedData !== scope.getState($reducedData)) emit(reducedDataArrived, reducedData)
  if (language !== null && language !== wantedLanguage()) await showLanguage(language)
}

function hasAny(changes: PreferenceChanges): boolean {
  return Object.keys(changes).length > 0
}
