import { createEvent, createStore } from 'effector'
import type { DecideValues } from './decide-values.ts'

/** `id`: that of the decision. The same words sent again are the same one; changed words are another. */
export type DecideDraft = { id: string; values: DecideValues }

/** The words of decisions that were not sent yet, by subject: in memory alone, and gone with the session. */
export const $decideDrafts = createStore<Readonly<Record<string, DecideDraft>>>({})
export const decideTyped = createEvent<DecideDraft & { subject: string }>()
/** The decision on this subject was sent. */
export const decideSent = createEvent<string>()

$decideDrafts
  .on(decideTyped, (drafts, { subject, id, values }) => ({ ...drafts, [subject]: { id, values } }))
  .on(decideSent, (drafts, subject) => Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== subject)))
