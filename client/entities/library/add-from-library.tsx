import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Library as LibraryIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { rememberChosen } from './chosen-files.ts'
import type { LibraryKind } from './library-kind.ts'

const LibraryDialog = lazyAgain(async () => (await import('./library-dialog.tsx')).LibraryDialog, 'studio')

type Props = {
  kinds: readonly LibraryKind[]
  /** How many files there is room for. */
  room: number
  /** Files that are there already cannot be chosen. */
  present: readonly string[]
  /** Marks files by how they were sent there. */
  conversationId?: string
  isDisabled?: boolean
  /** Shows an icon alone. */
  isSmall?: boolean
  onChosen: (files: FileRecord[]) => void
}

/** A button that opens the library of the creator; the files that are chosen there need not be uploaded again. */
export function AddFromLibrary({ isDisabled = false, isSmall = false, onChosen, ...dialog }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const icon = <LibraryIcon className={isSmall ? 'size-5.5' : 'size-5'} aria-hidden="true" />
  const open = { disabled: isDisabled || dialog.room < 1, onClick: () => setOpen(true) }
  return (
    <>
      {isSmall ? (
        <IconButton {...open} label={t`Add from library`} className="text-muted">
          {icon}
        </IconButton>
      ) : (
        <Button {...open} kind="secondary" className="justify-self-start" icon={icon}>
          <Trans>Add from library</Trans>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <LibraryDialog
            {...dialog}
            onClose={() => setOpen(false)}
            onChosen={(files) => {
              rememberChosen(files)
              setOpen(false)
              onChosen(files)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
