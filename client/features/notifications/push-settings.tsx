import { useLingui } from '@lingui/react/macro'
import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import type { Push } from './use-push.ts'

const PushDialog = lazyAgain(async () => (await import('./push-dialog.tsx')).PushDialog)

/** The button that opens the settings of notifications, of the account and of this device. */
export function PushSettings({ ...settings }: Push & { account: string; isCreator: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t`Notification settings`} onClick={() => setOpen(true)}>
        <BellRing className="size-5" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <PushDialog {...settings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
