import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { Music, X } from 'lucide-react'
import { AddFromLibrary } from '../../entities/library/add-from-library.tsx'
import { chosenFile } from '../../entities/library/chosen-files.ts'
import { IconButton } from '../../ui/controls/button.tsx'

type Props = {
  fileIds: readonly string[]
  /** The files that the server has shown. */
  known: readonly FileRecord[]
  onEdit: (fileIds: string[]) => void
}

/** The files of a message that is written to many: from the library, since everybody gets the same ones. */
export function BroadcastFiles({ fileIds, known, onEdit }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      {fileIds.length > 0 && (
        <ul role="list" aria-label={t`Photos and videos`} className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {fileIds.map((id, index) => (
            <li key={id} className="relative">
              <Picture file={known.find(({ _id }) => _id === id) ?? chosenFile(id)} number={index + 1} />
              <IconButton
                label={t`Remove file ${index + 1}`}
                kind="secondary"
                className="absolute end-1 top-1"
                onClick={() => onEdit(fileIds.filter((one) => one !== id))}
              >
                <X className="size-5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddFromLibrary
        kinds={['photo', 'video', 'audio']}
        room={MESSAGE_FILES_MAX - fileIds.length}
        present={fileIds}
        onChosen={(chosen) => onEdit([...fileIds, ...chosen.map(({ _id }) => _id)])}
      />
    </div>
  )
}

function Picture({ file, number }: { file: FileRecord | undefined; number: number }) {
  const { t } = useLingui()
  const url = file?.thumbnailUrl ?? (file?.type === 'photo' ? file.url : null)
  return (
    <span className="grid aspect-square place-items-center overflow-hidden rounded-card bg-raised text-muted">
      {url ? (
        <img src={url} alt={t`File ${number}`} className="size-full object-cover" />
      ) : (
        <Music className="size-7" role="img" aria-label={t`File ${number}`} />
      )}
    </span>
  )
}
