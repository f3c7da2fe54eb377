import { Trans, useLingui } from '@lingui/react/macro'
import { PRODUCT_FILES_MAX, soldFileIds } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { File as FileIcon, Upload as UploadIcon, X } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { attachFile } from '../../../core/media/prepare/attach-file.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { IconButton } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { bytes } from '../../../ui/text/format-bytes.ts'
import { ChooseFiles } from './choose-files.tsx'
import { SlotState } from './slot-state.tsx'
import { takeBackFile } from './take-back-file.ts'
import type { More } from './use-asset-form.ts'
import { useSlotFiles } from './use-slot.ts'
import type { SlotFile } from './use-slot.ts'

type Props = {
  productId: string
  product: OwnAsset | null
  isReadOnly: boolean
  onChange: (changes: More) => Promise<void>
}

/** The files that buyers of a product download: how far each is, the way to more, and out. */
export function SoldFiles({ productId, product, isReadOnly, onChange }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const files = useSlotFiles(product ? soldFileIds(product) : [], product?.files ?? [])
  const [isOver, setOver] = useState(false)
  const add = useActionWithToast(async (chosen: File[]) => {
    const room = Math.max(0, PRODUCT_FILES_MAX - files.length)
    setOver(chosen.length > room)
    // Each is durable at once, in the order in which they were chosen.
    for (const file of chosen.slice(0, room)) {
      try {
        const fileId = await attachFile(sync, file, { purpose: 'product-file' })
        await onChange((held) => ({ fileIds: [...(held ? soldFileIds(held) : []), fileId] }))
      } catch (error) {
        await showToast('error', errorMessage(error, t`This file could not be read here.`))
      }
    }
  })
  const remove = useActionWithToast(async (fileId: string) => {
    setOver(false)
    if (await takeBackFile(sync, { productId, fileId })) return
    await onChange((held) => ({ fileIds: (held ? soldFileIds(held) : []).filter((id) => id !== fileId) }))
  })
  return (
    <section aria-labelledby="sold-files" className="grid gap-3 rounded-card border border-line p-4">
      <div className="grid gap-1">
        <h2 id="sold-files" className="font-semibold">
          <Trans>Files</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>Buyers download them. Up to 10 files of 200 MB. Earlier buyers keep the files that they bought.</Trans>
        </p>
      </div>
      {files.length > 0 && (
        <ol role="list" aria-label={t`Files`} className="grid divide-y divide-line">
          {files.map((file, index) => (
            <li key={file.fileId}>
              <SoldFile
                file={file}
                name={file.name ?? t`File ${index + 1}`}
                onRemove={isReadOnly ? null : () => void remove.run(file.fileId)}
              />
            </li>
          ))}
        </ol>
      )}
      <div role="alert" className="text-sm font-semibold text-danger-ink empty:hidden">
        {isOver && <Trans>A product has at most 10 files. The others were not added.</Trans>}
      </div>
      <ChooseFiles
        icon={<UploadIcon className="size-5" aria-hidden="true" />}
        isBusy={add.busy}
        isDisabled={isReadOnly}
        onChosen={(chosen) => void add.run(chosen)}
      >
        <Trans>Add files</Trans>
      </ChooseFiles>
    </section>
  )
}

type RowProps = { file: SlotFile; name: string; onRemove: (() => void) | null }

function SoldFile({ file, name, onRemove }: RowProps) {
  const { t, i18n } = useLingui()
  return (
    <div className="flex items-center gap-3 py-2">
      <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-faint">
        {file.picture ? (
          <img src={file.picture} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon className="size-5" aria-hidden="true" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="text-sm [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        {file.size !== null && <p className="text-sm text-muted">{bytes(file.size, i18n.locale)}</p>}
        <div role="status" className="empty:hidden">
          <SlotState file={file} />
        </div>
      </div>
      {onRemove && (
        <IconButton label={`${t`Remove`}: ${name}`} className="text-muted" onClick={onRemove}>
          <X className="size-5" />
        </IconButton>
      )}
    </div>
  )
}
