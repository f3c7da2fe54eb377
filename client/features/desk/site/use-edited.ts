import { useUnit } from 'effector-react'
import { $siteDrafts, siteDraftDropped, siteTyped } from './site-draft.ts'

type Current<Values, Version> = { values: Values; version: Version }

/** A text of the site while somebody edits it. */
export type Edited<Values, Version> = {
  values: Values
  /** The version to save over: the one that stood when the first word was typed. */
  version: Version
  isChanged: boolean
  /** Another person has changed the text since. */
  isContested: boolean
  type: (change: Partial<Values>) => void
  /** Saves over the words of the other person from now on. */
  keepMine: () => void
  /** Drops the typed words, which were saved or are not wanted. */
  drop: () => void
}

/** Keeps typed words beside the text that stands, also while another tab of the page is open and after a failed save. */
export function useEdited<Values extends object, Version>(
  subject: string,
  current: Current<Values, Version>,
): Edited<Values, Version> {
  const [drafts, typed, dropped] = useUnit([$siteDrafts, siteTyped, siteDraftDropped])
  const draft = drafts[subject]
  const version = draft ? (draft.base as Version) : current.version
  const values = draft ? { ...current.values, ...draft.values } : current.values
  return {
    ...{ values, version },
    isChanged: draft !== undefined,
    isContested: draft !== undefined && version !== current.version,
    type: (change) => typed({ subject, base: version, values: { ...draft?.values, ...change } }),
    keepMine: () => draft && typed({ subject, base: current.version, values: draft.values }),
    drop: () => dropped(subject),
  }
}
