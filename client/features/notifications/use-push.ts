import { useLingui } from '@lingui/react/macro'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { choosePushKinds, keepPushWords, readPushState, turnOffPush, turnOnPush } from '../../core/push/push.ts'
import type { PushState } from '../../core/push/push.ts'
import { $settings } from '../../core/settings/model.ts'
import { pushWords } from './push-words.ts'

export type Push = {
  /** Null until the browser has answered. */
  push: PushState | null
  busy: boolean
  turnOn: () => Promise<void>
  turnOff: () => Promise<void>
  choose: (kinds: PushKind[]) => Promise<void>
}

/** Push messages of this device, as they stand now. Follows the permission, which other tabs and the browser change too. */
export function usePush(): Push {
  const { t, i18n } = useLingui()
  const settings = useUnit($settings)
  const [push, setPush] = useState<PushState | null>(null)
  useEffect(() => {
    let isShown = true
    const look = () => void readPushState().then((state) => isShown && setPush(state), console.warn)
    look()
    document.addEventListener('visibilitychange', look)
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found
        if (isShown) found.addEventListener('change', look)
      },
      () => undefined,
    )
    return () => {
      isShown = false
      document.removeEventListener('visibilitychange', look)
      status?.removeEventListener('change', look)
    }
  }, [settings])
  const shownIn = push?.state === 'on' ? push.locale : null
  useEffect(() => {
    if (shownIn !== null && shownIn !== i18n.locale) void keepPushWords(pushWords(i18n.locale)).catch(console.warn)
  }, [shownIn, i18n.locale])
  const failed = t`Notifications could not be turned on. Check the connection and try again.`
  const on = useActionWithToast(async () => setPush(await turnOnPush(pushWords(i18n.locale))), failed)
  const off = useActionWithToast(async () => setPush(await turnOffPush()))
  const chosen = useRef<PushKind[]>(null)
  // The choice shows at once, and a further one may come before it is sent.
  const choose = async (kinds: PushKind[]) => {
    chosen.current = kinds
    setPush((before) => (before?.state === 'on' ? { ...before, kinds } : before))
    const state = await choosePushKinds(kinds)
    if (chosen.current === kinds) setPush(state)
  }
  return { push, busy: on.busy || off.busy, turnOn: on.run, turnOff: off.run, choose }
}
