import { createEvent, createStore } from 'effector'

/** Fields of one text of the site that differ from it, and the version that stood when the first was typed. */
export type SiteDraft = { base: unknown; values: object }

/** The words that were not saved yet, by subject: in memory alone, and gone with the session. */
export const $siteDrafts = createStore<Readonly<Record<string, SiteDraft>>>({})
export const siteTyped = createEvent<SiteDraft & { subject: string }>()
/** The words of this subject were saved, or are not wanted. */
export const siteDraftDropped = createEvent<string>()

$siteDrafts
  .on(siteTyped, (drafts, { subject, ...draft }) => ({ ...drafts, [subject]: draft }))
  .on(siteDraftDropped, (drafts, subject) =>
    Object.fromEntries(Object.entries(drafts).filter(([name]) => name !== subject)),
  )
