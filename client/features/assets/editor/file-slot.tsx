import { Trans, useLingui } from '@lingui/react/macro'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { AssetCover } from '@vesper/sync/vesper/records/asset.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { File as FileIcon, Upload as UploadIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { attachFile } from '../../../core/media/prepare/attach-file.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { AddFromLibrary } from '../../../entities/library/add-from-library.tsx'
import type { LibraryKind } from '../../../entities/library/library-kind.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { bytes } from '../../../ui/text/format-bytes.ts'
import { SlotState } from './slot-state.tsx'
import { useSlotFiles } from './use-slot.ts'
import type { SlotFile } from './use-slot.ts'

type Props = {
  /** Names the slot. */
  label: string
  hint?: ReactNode
  /** The button that chooses a file. */
  choose: string
  purpose: FilePurpose
  accept: string
  fileId: string | null
  records: readonly FileRecord[]
  /** The picture of a product, which is not among the records. */
  cover?: AssetCover | null
  isReadOnly: boolean
  /** The kind of file that the library offers for the slot; none where it takes new files alone. */
  fromLibrary?: LibraryKind
  /** Null takes the file out. */
  onChange: (fileId: string | null) => Promise<void>
}

/** One file of an asset: what it shows, how far it is, and the way to another. */
export function FileSlot({ label, hint, choose, purpose, accept, fileId, cover = null, ...props }: Props) {
  const { t } = useLingui()
  const id = useId()
  const sync = useSync()
  const input = useRef<HTMLInputElement>(null)
  const [file] = useSlotFiles(fileId ? [fileId] : [], props.records, cover)
  const choosing = useActionWithToast(
    async (chosen: File) => props.onChange(await attachFile(sync, chosen, { purpose })),
    t`This file could not be read here.`,
  )
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card border border-line p-4">
      <SlotHead id={id} label={label} hint={hint} file={file} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          busy={choosing.busy}
          disabled={props.isReadOnly}
          icon={<UploadIcon className="size-5" aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {choose}
        </Button>
        {props.fromLibrary && (
          <AddFromLibrary
            kinds={[props.fromLibrary]}
            room={1}
            present={fileId ? [fileId] : []}
            isDisabled={props.isReadOnly || choosing.busy}
            onChosen={([chosen]) => void (chosen && props.onChange(chosen._id))}
          />
        )}
        {file && (
          <Button
            kind="quiet"
            disabled={props.isReadOnly}
            aria-label={`${t`Remove`}: ${label}`}
            onClick={() => void props.onChange(null)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) void choosing.run(chosen)
        }}
      />
    </section>
  )
}

type HeadProps = Pick<Props, 'label' | 'hint'> & {
  /** The id of the heading. */
  id: string
  file: SlotFile | undefined
}

function SlotHead({ id, label, hint, file }: HeadProps) {
  const { i18n } = useLingui()
  const picture = file?.picture
  return (
    <div className="flex items-center gap-4">
      <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-control bg-raised text-faint">
        {picture ? (
          <img src={picture} alt="" className="size-full object-cover" />
        ) : (
          <FileIcon className="size-7" aria-hidden="true" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 id={id} className="font-semibold">
          {label}
        </h2>
        {file ? (
          <p className="truncate text-sm text-muted">
            {file.name && <bdi>{file.name} </bdi>}
            {file.size !== null && bytes(file.size, i18n.locale)}
          </p>
        ) : (
          hint && <p className="text-sm text-muted">{hint}</p>
        )}
        {file && (
          <div role="status">
            <SlotState file={file} />
          </div>
        )}
      </div>
    </div>
  )
}
