import { createEvent, createStore } from 'effector'
import { $session } from '../../../core/session/model.ts'

/** The dialog that a key has opened. */
export const $keyDialog = createStore<'shortcuts' | 'find' | null>(null)
export const keyDialogOpened = createEvent<'shortcuts' | 'find'>()
export const keyDialogClosed = createEvent()

// Another account begins in a scope of its own, with no dialog.
$keyDialog
  .on(keyDialogOpened, (_, dialog) => dialog)
  .on($session, (dialog, { state }) => (state === 'signed-in' ? dialog : null))
  .reset(keyDialogClosed)
