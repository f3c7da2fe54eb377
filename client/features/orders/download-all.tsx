import { Trans } from '@lingui/react/macro'
import type { OrderLine } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { Download } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { $offline } from '../../core/connection/model.ts'
import { downloadTogether } from '../../entities/downloads/download-files.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Saves the files of all products of an order, as one archive where there are several; nothing for an order without any. */
export function DownloadAll({ lines }: { lines: readonly OrderLine[] }) {
  const isOffline = useUnit($offline)
  const owned = lines.filter(({ files, quantity, refundedQuantity }) => files > 0 && refundedQuantity < quantity)
  const download = useActionWithToast(() => downloadTogether(owned.map(({ productId }) => productId)))
  if (owned.length === 0) return null
  return (
    <Button
      className="justify-self-start"
      busy={download.busy}
      disabled={isOffline}
      icon={<Download className="size-5" aria-hidden="true" />}
      onClick={() => void download.run()}
    >
      <Trans>Download all</Trans>
    </Button>
  )
}
