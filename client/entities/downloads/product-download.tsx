import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Download } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { askForLinks, downloadFiles, saveKept } from './download-files.ts'
import { EachFile } from './each-file.tsx'
import { isDeviceFull, KeepControl } from './kept/keep-control.tsx'
import { cancelKeeping, startKeepingFiles, stopKeepingFiles, useKeeping, useKeptFiles } from './kept/keeping.ts'

/** `count`: the number of files, as far as it is known. */
type Props = { account: string; productId: string; title: string; count?: number | undefined }

/** Saves the files of a product that the account owns or sells, and keeps them on this device. */
export function ProductDownload({ account, productId, title, count = 1 }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const kept = useKeptFiles(account)?.find((held) => held.productId === productId) ?? null
  const download = useActionWithToast(async () => {
    if (kept && (await saveKept(account, kept))) return
    await downloadFiles(productId)
  })
  const keep = useActionWithToast(async () => {
    const { files } = await askForLinks(productId)
    const wanted = files.map(({ _id: fileId, name, size, url }) => ({ fileId, name, size, url }))
    startKeepingFiles(account, { productId, title, files: wanted }).catch((error: unknown) => {
      console.warn(error)
      void showToast(
        'error',
        isDeviceFull(error)
          ? t`There is not enough room on this device for these files.`
          : t`The files could not be kept. Check the connection and try again.`,
      )
    })
  })
  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start"
        busy={download.busy}
        disabled={isOffline && !kept}
        icon={<Download className="size-5" aria-hidden="true" />}
        aria-label={t`Download: ${title}`}
        onClick={() => void download.run()}
      >
        <Trans>Download</Trans>
      </Button>
      {Math.max(count, kept?.files.length ?? 0) > 1 && <EachFile {...{ account, productId, title, kept }} />}
      <KeepControl
        label={t`Keeping the files offline`}
        keeping={useKeeping(account, productId)}
        kept={kept && kept.files.reduce((sum, { size }) => sum + size, 0)}
        size={null}
        isBusy={keep.busy}
        onKeep={() => void keep.run()}
        onCancel={() => cancelKeeping(account, productId)}
        onRemove={() => void stopKeepingFiles(account, productId)}
      />
    </div>
  )
}
