import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

/** Tells if the browser may clear the data here to make room; null where it does not say. */
export function Persistence({ persisted, onChanged }: { persisted: boolean | null; onChanged: () => void }) {
  const { t } = useLingui()
  const ask = async () => {
    const granted = await navigator.storage.persist().catch(() => false)
    onChanged()
    if (!granted) await showToast('info', t`The browser declined. It is more likely to agree when you install Vesper.`)
  }
  if (persisted === null) return null
  if (persisted) {
    return (
      <p className="flex items-center gap-2.5 text-sm text-ok-ink">
        <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
        <Trans>Protected: the browser does not delete this data to free space.</Trans>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-md text-sm text-muted">
        <Trans>
          Not protected: when the device runs out of space, the browser may delete this data, even unsent messages.
        </Trans>
      </p>
      <Button kind="secondary" onClick={() => void ask()}>
        <Trans>Protect the storage</Trans>
      </Button>
    </div>
  )
}
