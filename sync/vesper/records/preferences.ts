import * as v from 'valibot'
import { NOTICE_KINDS } from './notice-kinds.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export const LANGUAGES = ['en', 'ar'] as const

/** How an account wants the app to be, on whichever device. Null: never chosen, each device does as it is set. */
export const Preferences = v.object({
  /** The account's id. */
  _id: v.pipe(v.string(), v.uuid()),
  theme: v.nullable(v.picklist(THEMES)),
  language: v.nullable(v.picklist(LANGUAGES)),
  /** Photos wait to be asked for while the line is slow. */
  reducedData: v.nullable(v.boolean()),
  /** Kinds of notifications that the account wants none of, anywhere; absent: all are wanted. */
  muted: v.optional(v.array(v.picklist(NOTICE_KINDS))),
})

export type Preferences = v.InferOutput<typeof Preferences>

/** Preferences without any choice. */
export function noPreferences(account: string): Preferences {
  return { _id: account, theme: null, language: null, reducedData: null }
}
