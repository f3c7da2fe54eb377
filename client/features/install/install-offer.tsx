import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { isIos } from '../../core/page/is-standalone.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Mark } from '../../ui/icons/logo.tsx'
import { askToInstall, rememberDismissal } from './install-prompt.ts'
import { IosSteps } from './ios-steps.tsx'

/** The offer to install the app; on iOS it shows the steps, which the app cannot take by itself. */
export function InstallOffer({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui()
  const [steps, setSteps] = useState(false)
  function dismiss(): void {
    rememberDismissal(Date.now())
    onDismiss()
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
