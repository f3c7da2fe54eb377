import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { MUTABLE_KINDS } from '../records/notice-kinds.ts'
import type { NoticeKind } from '../records/notice-kinds.ts'
import { LANGUAGES, noPreferences, THEMES } from '../records/preferences.ts'
import type { Preferences } from '../records/preferences.ts'

export const PreferenceChanges = v.object({
  theme: v.optional(v.picklist(THEMES)),
  language: v.optional(v.picklist(LANGUAGES)),
  reducedData: v.optional(v.boolean()),
  /** True for kinds of notifications that the account wants; the others stay as they are. */
  notices: v.optional(v.record(v.picklist(MUTABLE_KINDS), v.boolean())),
})

export type PreferenceChanges = v.InferOutput<typeof PreferenceChanges>

/** `initial`: what a visitor chose before there was an account here; it holds where the account has chosen nothing. */
export const UpdatePreferencesArgs = v.object({ changes: PreferenceChanges, initial: v.optional(v.literal(true)) })

/** Per field, and per kind of notifications, the last intention wins, in the order of arrival; an initial one gives way to any other. */
export const updatePreferences: Mutation<v.InferOutput<typeof UpdatePreferencesArgs>> = {
  name: 'preferences.update',
  class: 'queue',
  args: UpdatePreferencesArgs,
  lane: () => 'preferences',
  // Trying all themes offline is one wish.
  fold: (previous, next) =>
    previous.initial || next.initial ? null : { changes: foldedChanges(previous.changes, next.changes) },
  async optimistic(tx, args, { account }) {
    const held = (await tx.get('preferences', account)) as Preferences | undefined
    await tx.put('preferences', mergePreferences(held ?? noPreferences(account), args))
  },
}

/** Preferences after a change: the same on a device and on the server. */
export function mergePreferences(
  held: Preferences,
  { changes, initial }: v.InferOutput<typeof UpdatePreferencesArgs>,
): Preferences {
  const { theme, language, reducedData } = initial ? { ...changes, ...chosenIn(held) } : { ...held, ...changes }
  const muted = mutedAfter(held.muted ?? [], changes.notices ?? {})
  return {
    _id: held._id,
    theme: theme ?? held.theme,
    language: language ?? held.language,
    reducedData: reducedData ?? held.reducedData,
    ...(muted.length > 0 && { muted }),
  }
}

/** The kinds in one order, so that the same choices are the same row. */
function mutedAfter(before: readonly NoticeKind[], notices: NonNullable<PreferenceChanges['notices']>): NoticeKind[] {
  return MUTABLE_KINDS.filter((kind) => (notices[kind] === undefined ? before.includes(kind) : !notices[kind]))
}

function foldedChanges(previous: PreferenceChanges, next: PreferenceChanges): PreferenceChanges {
  const both = { ...previous, ...next }
  return both.notices ? { ...both, notices: { ...previous.notices, ...next.notices } } : both
}

function chosenIn(held: Preferences): Partial<Preferences> {
  return Object.fromEntries(Object.entries(held).filter(([, value]) => value !== null))
}
