import { createEvent, createStore } from 'effector'

/** `id`: that of the words. The same words sent again are the same note; changed words are another. */
export type DeskWords = { id: string; text: string }

/** Words of staff that were not sent yet, by the thing they are about: in memory alone, and gone with the session. */
export const $deskWords = createStore<Readonly<Record<string, DeskWords>>>({})
export const deskWordsTyped = createEvent<DeskWords & { about: string }>()
/** The words about these things were sent. */
export const deskWordsSent = createEvent<readonly string[]>()

$deskWords
  .on(deskWordsTyped, (all, { about, id, text }) => ({ ...all, [about]: { id, text } }))
  .on(deskWordsSent, (all, sent) => Object.fromEntries(Object.entries(all).filter(([about]) => !sent.includes(about))))
