import { Trans, useLingui } from '@lingui/react/macro'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { LibraryPicture } from '../../entities/library/library-picture.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { useKindName } from './use-kind-name.ts'

const FileDialog = lazyAgain(async () => (await import('./file-dialog.tsx')).FileDialog, 'studio')

type Props = {
  file: LibraryFile
  /** Its tags are others now. */
  onChanged: () => void
}

/** A file of the library: what it shows, its kind and day, and whether anything uses it. It opens to its tags and recipients. */
export function LibraryTile({ file, onChanged }: Props) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const name = useKindName(file.type)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="grid w-full overflow-hidden rounded-card border border-line bg-raised text-start"
      >
        <LibraryPicture file={file} name={name} />
        <span className="grid gap-0.5 px-3 py-2 text-xs text-muted">
          {file.name !== null && <bdi className="truncate text-ink">{file.name}</bdi>}
          <span>
            {name} · {formatDate(new Date(file.createdAt), i18n.locale, { dateStyle: 'medium' })}
          </span>
          {file.tags.length > 0 && <bdi className="truncate">{file.tags.map((tag) => `#${tag}`).join(' ')}</bdi>}
          {file.isHidden ? (
            <Trans>Hidden by staff</Trans>
          ) : (
            !file.isHeld &&
            (file.isKept ? <Trans>Not used</Trans> : <Trans>Unused: removed a week after its upload</Trans>)
          )}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <FileDialog file={file} onClose={() => setOpen(false)} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  )
}
