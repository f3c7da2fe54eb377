import { useLingui } from '@lingui/react/macro'
import { StickyNote } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { IconButton } from '../../ui/controls/button.tsx'

const NoteDialog = lazyAgain(async () => (await import('../../features/fans/note-dialog.tsx')).NoteDialog, 'reach')

/** Opens the creator's note on a fan. */
export function NoteButton({ person }: { person: { _id: string; name: string } }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t`Note`} className="text-muted" onClick={() => setOpen(true)}>
        <StickyNote className="size-5.5" aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <NoteDialog fan={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
