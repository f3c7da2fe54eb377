import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { AddFromLibrary } from '../../entities/library/add-from-library.tsx'
import { useFiles } from '../../entities/library/use-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MediaInput } from '../../ui/controls/media-input.tsx'
import { FileTiles } from './file-tiles.tsx'

type Props = {
  fileIds: readonly string[]
  /** The files that the server has shown. */
  known: readonly FileRecord[]
  onEdit: (change: (fileIds: readonly string[]) => string[]) => void
  /** Takes files of this device; without it, the library alone is offered. */
  picking?: { isBusy: boolean; onPicked: (files: File[]) => void }
}

/** The files of a message that is written to many, who all get the same ones: from the device or the library. */
export function BroadcastFiles({ fileIds, known, onEdit, picking }: Props) {
  const { t } = useLingui()
  const files = useFiles(fileIds, known)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-3">
      <FileTiles
        label={t`Photos and videos`}
        files={files}
        onRemove={(fileId) => onEdit((before) => before.filter((one) => one !== fileId))}
      />
      <div className="flex flex-wrap gap-3">
        {picking && (
          <Button
            kind="secondary"
            busy={picking.isBusy}
            disabled={fileIds.length >= MESSAGE_FILES_MAX}
            icon={<ImagePlus className="size-5" />}
            onClick={() => input.current?.click()}
          >
            <Trans>Add photos, videos or sound</Trans>
          </Button>
        )}
        <AddFromLibrary
          kinds={['photo', 'video', 'audio']}
          room={MESSAGE_FILES_MAX - fileIds.length}
          present={fileIds}
          onChosen={(chosen) => onEdit((before) => [...new Set([...before, ...chosen.map(({ _id }) => _id)])])}
        />
      </div>
      {picking && <MediaInput ref={input} onPicked={picking.onPicked} />}
    </div>
  )
}
