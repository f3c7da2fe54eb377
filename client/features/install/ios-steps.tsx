import { Trans, useLingui } from '@lingui/react/macro'
import { Share, SquarePlus } from 'lucide-react'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** How an iPhone or iPad installs an app from the web. */
export function IosSteps({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={t`Install Vesper`} onClose={onClose}>
      <ol className="grid list-decimal gap-4 ps-5 text-ink marker:font-semibold marker:text-accent-ink">
        <li>
          <Trans>
            Press <Share className="mx-1 inline size-5" aria-hidden="true" /> 'Share' in the browser's bar.
          </Trans>
        </li>
        <li>
          <Trans>
            Choose <SquarePlus className="mx-1 inline size-5" aria-hidden="true" /> 'Add to Home Screen'.
          </Trans>
        </li>
        <li>
          <Trans>Press 'Add', and open Vesper from the home screen.</Trans>
        </li>
      </ol>
    </Dialog>
  )
}
