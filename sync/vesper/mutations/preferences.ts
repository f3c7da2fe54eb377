import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { LANGUAGES, noPreferences, THEMES } from '../records/preferences.ts'
import type { Preferences } from '../records/preferences.ts'

export const PreferenceChanges = v.object({
  theme: v.optional(v.picklist(THEMES)),
  language: v.optional(v.picklist(LANGUAGES)),
  reducedData: v.optional(v.boolean()),
})

export type PreferenceChanges = v.InferOutput<typeof PreferenceChanges>

/** `initial`: what a visitor chose before there was an account here; it holds where the account has chosen nothing. */
export const UpdatePreferencesArgs = v.object({ changes: PreferenceChanges, initial: v.optional(v.literal(true)) })

/** Per field the last intention wins, in the order of arrival; an initial one gives way to any other. */
export const updatePreferences: Mutation<v.InferOutput<typeof UpdatePreferencesArgs>> = {
  name: 'preferences.update',
  class: 'queue',
  args: UpdatePreferencesArgs,
  lane: () => 'preferences',
  // Trying all themes offline is one wish.
  fold: (previous, next) =>
    previous.initial || next.initial ? null : { changes: { ...previous.changes, ...next.changes } },
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
  return {
    _id: held._id,
    theme: theme ?? held.theme,
    language: language ?? held.language,
    reducedData: reducedData ?? held.reducedData,
  }
}

function chosenIn(held: Preferences): Partial<Preferences> {
  return Object.fromEntries(Object.entries(held).filter(([, value]) => value !== null))
}
