import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Link2 } from 'lucide-react'
import { encode, renderSVG } from 'uqr'
import { saveFile } from '../../core/media/download-blob.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addressOf, copyLink } from './share-page.ts'
import type { SharedPage } from './share-page.ts'

/** Modules of quiet around a code, as ISO/IEC 18004 wants them: cameras look for the edge. */
const QUIET = 4
/** A print may lose a quarter of it to a fold or a logo. */
const STRENGTH = 'Q'

/** The address of a page as a code that a camera reads: to show on a phone, or to print. Made on the device. */
export function QrDialog({ page, onClose }: { page: SharedPage; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = page
  const address = addressOf(page)
  const save = () => {
    const picture = renderSVG(address, { ecc: STRENGTH, border: QUIET, pixelSize: 16 })
    saveFile(new Blob([picture], { type: 'image/svg+xml' }), `${page.path.replaceAll('/', '')}.svg`)
  }
  return (
    <Dialog title={t`QR code`} onClose={onClose}>
      <div className="grid justify-items-center gap-4">
        <Code address={address} label={t`QR code of ${name}`} />
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

/** Dark on light in every theme: many cameras do not read the inverse. */
function Code({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { ecc: STRENGTH, border: QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-card bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
