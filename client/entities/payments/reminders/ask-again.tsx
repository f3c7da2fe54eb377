import { useUnit } from 'effector-react'
import { Suspense, useEffect, useState } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { $chosenAction } from '../../content/content-actions.ts'
import { dropOldReminders, useReminders } from './reminder.ts'

const ReminderSheet = lazyAgain(async () => (await import('./reminder-sheet.tsx')).ReminderSheet, 'pages')

const LOOK_MS = 500

/**
 * Asks about the reminders of the account once for each time that the connection returns, and once after the start. It waits
 * while another dialog is open or somebody types. The return from a pay page is no start, and its page is never covered.
 */
export function AskAgain() {
  const sync = useSync()
  const [isOffline, chosen] = useUnit([$offline, $chosenAction])
  const reminders = useReminders()
  const [returnPage] = useState(pageOfReturn)
  const [isPutOff, setPutOff] = useState(returnPage !== null)
  const [wasOffline, setWasOffline] = useState(false)
  const isDue = !isOffline && !isPutOff && chosen === null && reminders !== undefined && reminders.length > 0
  const isFree = useFree(isDue, returnPage)
  useEffect(() => {
    if (!isOffline) return
    setPutOff(false)
    setWasOffline(true)
  }, [isOffline])
  useEffect(() => {
    dropOldReminders(sync, new Date()).catch((error: unknown) => console.warn('Old reminders were not removed', error))
  }, [sync])
  if (!isDue || !isFree) return null
  return (
    <Suspense fallback={null}>
      <ReminderSheet reminders={reminders} wasOffline={wasOffline} onClose={() => setPutOff(true)} />
    </Suspense>
  )
}

/** Tells if the sheet interrupts nobody; once it is so, the sheet stays while it is due. */
function useFree(isDue: boolean, returnPage: string | null): boolean {
  const [isFree, setFree] = useState(false)
  useEffect(() => {
    if (!isDue) {
      setFree(false)
      return undefined
    }
    const look = () => !isBusy() && location.pathname !== returnPage && setFree(true)
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isDue, returnPage])
  return isFree
}

function isBusy(): boolean {
  const { activeElement } = document
  const isTyping = activeElement?.matches('input, textarea, select, [contenteditable]') ?? false
  return isTyping || document.querySelector('dialog[open]') !== null
}

/** The page that a pay page has led back to; null where the app was started otherwise. */
function pageOfReturn(): string | null {
  return new URLSearchParams(location.search).has('checkoutId') ? location.pathname : null
}
