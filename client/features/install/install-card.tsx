import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { isIos, isStandalone } from '../../core/page/is-standalone.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Mark } from '../../ui/icons/logo.tsx'
import {
  askToInstall,
  hasInstallPrompt,
  rememberDismissal,
  subscribeToInstallPrompt,
  wasDismissed,
} from './install-prompt.ts'
import { IosSteps } from './ios-steps.tsx'
import { useServiceWorker } from './use-service-worker.ts'

/** Offers to install the app, where that is possible, will keep its promise, and was not turned down in the last 30 days. */
export function InstallCard() {
  const { t } = useLingui()
  const offered = useSyncExternalStore(subscribeToInstallPrompt, hasInstallPrompt)
  const opensOffline = useServiceWorker()
  const [dismissed, setDismissed] = useState(() => isStandalone() || wasDismissed(Date.now()))
  const [steps, setSteps] = useState(false)
  if (dismissed || !opensOffline || !(offered || isIos())) return null
  function dismiss(): void {
    rememberDismissal(Date.now())
    setDismissed(true)
  }
  async function install(): Promise<void> {
    if (isIos()) setSteps(true)
    else if (!(await askToInstall())) dismiss()
  }
  return (
    <section
      aria-label={t`Install Vesper`}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-accent-soft p-4"
    >
      <span className="dusk-sky grid size-14 shrink-0 place-items-center rounded-control text-[#ffe9cf]">
        <Mark className="size-8" />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h2 className="font-semibold">
          <Trans>Install Vesper on this device</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>The installed app opens at once and works offline.</Trans>
        </p>
      </div>
      <IconButton label={t`Not now`} onClick={dismiss} className="-me-2 text-muted sm:order-last">
        <X className="size-5" />
      </IconButton>
      <Button className="px-4 max-sm:w-full" onClick={() => void install()}>
        <Trans>Install</Trans>
      </Button>
      {steps && <IosSteps onClose={() => setSteps(false)} />}
    </section>
  )
}
