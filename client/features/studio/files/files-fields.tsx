import { Trans, useLingui } from '@lingui/react/macro'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { POST_FILES_MAX } from '@vesper/sync/vesper/records/post.ts'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { AddFromLibrary } from '../../../entities/library/add-from-library.tsx'
import { useFiles } from '../../../entities/library/use-files.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'
import { FileTile } from './file-tile.tsx'

type Props = {
  fileIds: readonly string[]
  draft: PostDraft | null
  isReadOnly: boolean
  /** Files are being made ready. */
  isBusy: boolean
  onPicked: (files: File[]) => void
  onEdit: (fileIds: string[]) => void
  onReplace: (fileId: string, file: File) => void
  /** Files were chosen that the server has. */
  onChosen: (fileIds: string[]) => void
}

/** The photos, videos and sounds of a post, in their order. */
export function FilesFields({ fileIds, draft, isReadOnly, isBusy, onPicked, onEdit, onReplace, onChosen }: Props) {
  const { t } = useLingui()
  const files = useFiles(fileIds, draft?.files ?? [])
  const input = useRef<HTMLInputElement>(null)
  const move = (from: number, to: number) => onEdit(fileIds.toSpliced(from, 1).toSpliced(to, 0, fileIds[from] ?? ''))
  return (
    <div className="grid gap-3">
      {files.length > 0 && (
        <ul role="list" aria-label={t`Photos and videos`} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {files.map((file, index) => (
            <li key={file.fileId}>
              <FileTile
                file={file}
                number={index + 1}
                isReadOnly={isReadOnly}
                onEarlier={index > 0 ? () => move(index, index - 1) : null}
                onLater={index < files.length - 1 ? () => move(index, index + 1) : null}
                onReplace={(next) => onReplace(file.fileId, next)}
                onRemove={() => onEdit(fileIds.filter((id) => id !== file.fileId))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          busy={isBusy}
          disabled={isReadOnly || fileIds.length >= POST_FILES_MAX}
          icon={<ImagePlus className="size-5" />}
          onClick={() => input.current?.click()}
        >
          <Trans>Add photos, videos or sound</Trans>
        </Button>
        <AddFromLibrary
          kinds={['photo', 'video', 'audio']}
          room={POST_FILES_MAX - fileIds.length}
          present={fileIds}
          isDisabled={isReadOnly}
          onChosen={(chosen) => onChosen(chosen.map(({ _id }) => _id))}
        />
      </div>
      <MediaInput ref={input} onPicked={onPicked} />
    </div>
  )
}
