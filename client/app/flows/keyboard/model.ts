import { createEvent, createStore } from 'effector'

/** The dialog that a key has opened. */
export const $keyDialog = createStore<'shortcuts' | 'find' | null>(null)
export const keyDialogOpened = createEvent<'shortcuts' | 'find'>()
export const keyDialogClosed = createEvent()

$keyDialog.on(keyDialogOpened, (_, dialog) => dialog).reset(keyDialogClosed)
