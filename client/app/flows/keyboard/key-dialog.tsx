import { useUnit } from 'effector-react'
import { FindDialog } from './find-dialog.tsx'
import { $keyDialog, keyDialogClosed } from './model.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** The dialog that a key has opened, if one is. */
export function KeyDialog() {
  const [dialog, close] = useUnit([$keyDialog, keyDialogClosed])
  if (dialog === 'shortcuts') return <ShortcutsDialog onClose={() => close()} />
  return dialog && <FindDialog onClose={() => close()} />
}
