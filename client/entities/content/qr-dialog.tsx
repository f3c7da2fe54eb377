import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Link2 } from 'lucide-react'
import { renderSVG } from 'uqr'
import { saveFile } from '../../core/media/download-blob.ts'
import { Button } from '../../ui/controls/button.tsx'
import { QR_QUIET, QR_STRENGTH, QrCode } from '../../ui/controls/qr-code.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addressOf, copyLink } from './share-page.ts'
import type { SharedPage } from './share-page.ts'

/** The address of a page as a code that a camera reads: to show on a phone, or to print. Made on the device. */
export function QrDialog({ page, onClose }: { page: SharedPage; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = page
  const address = addressOf(page)
  const save = () => {
    const picture = renderSVG(address, { ecc: QR_STRENGTH, border: QR_QUIET, pixelSize: 16 })
    saveFile(new Blob([picture], { type: 'image/svg+xml' }), `${page.path.replaceAll('/', '')}.svg`)
  }
  return (
    <Dialog title={t`QR code`} onClose={onClose}>
      <div className="grid justify-items-center gap-4">
        <QrCode text={address} label={t`QR code of ${name}`} />
        <p dir="ltr" className="text-center text-sm wrap-anywhere text-muted">
          {address}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button kind="secondary" icon={<Link2 className="size-5" />} onClick={() => void copyLink(page)}>
            <Trans>Copy link</Trans>
          </Button>
          <Button kind="secondary" icon={<Download className="size-5" />} onClick={save}>
            <Trans>Save picture</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
