import { Trans, useLingui } from '@lingui/react/macro'
import { BellRing, X } from 'lucide-react'
import { useState } from 'react'
import { accountKey, readStoredValue, store } from '../../core/storage/stored-values.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { PushHelp } from './push-help.tsx'
import type { Push } from './use-push.ts'

type Props = Pick<Push, 'push' | 'busy' | 'turnOn'> & { account: string }

/** Offers notifications where this device can have them, until they are on or the user wants none. */
export function PushCard({ push, busy, turnOn, account }: Props) {
  const { t } = useLingui()
  const key = accountKey('push-card', account)
  const [isDismissed, setDismissed] = useState(() => readStoredValue(key) === 'dismissed')
  if (!push || push.state === 'on' || push.state === 'unsupported' || isDismissed) return null
  const dismiss = () => {
    store(key, 'dismissed')
    setDismissed(true)
  }
  return (
    <section
      aria-label={t`Notifications on this device`}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-accent-soft p-4"
    >
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-full bg-raised text-accent-ink"
      >
        <BellRing className="size-6" />
      </span>
      <p className="min-w-0 flex-1 text-sm text-ink">
        <PushHelp state={push.state} />
      </p>
      <IconButton label={t`Not now`} onClick={dismiss} className="-me-2 self-start text-muted sm:order-last">
        <X className="size-5" />
      </IconButton>
      {push.state === 'off' && (
        <Button className="px-4 max-sm:w-full" busy={busy} onClick={() => void turnOn()}>
          <Trans>Turn on notifications</Trans>
        </Button>
      )}
    </section>
  )
}
