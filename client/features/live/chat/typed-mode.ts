import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { parseWhole } from '../../../core/forms/parse-whole.ts'

export const TERM_MAX = 50
export const TERMS_MAX = 100
const MINUTES = { least: 0, most: 43_200 }

export const writerChoices = ['all', 'followers', 'subscribers'] as const

/** The rules of a chat as the fields of a form have them. `terms`: one a line. */
export type TypedMode = {
  pause: string
  writers: (typeof writerChoices)[number]
  minutes: string
  terms: string
}

export function typedMode({ slowSeconds, followersMinutes, subscribersOnly, blockedTerms }: ChatMode): TypedMode {
  return {
    pause: String(slowSeconds),
    writers: subscribersOnly ? 'subscribers' : followersMinutes === null ? 'all' : 'followers',
    minutes: String(followersMinutes ?? 0),
    terms: blockedTerms.join('\n'),
  }
}

/** The blocked terms of a text, each once. */
export function termsOf(text: string): string[] {
  const terms = text.split('\n').map((line) => line.trim())
  return [...new Set(terms.filter((term) => term !== ''))]
}

/** The rules that differ from `mode` by what was typed; null where the server would refuse them. */
export function changesOf(mode: ChatMode, typed: Partial<TypedMode>): Partial<ChatMode> | null {
  const { pause, writers, minutes, terms } = { ...typedMode(mode), ...typed }
  const followed = parseWhole(minutes, MINUTES)
  const blockedTerms = termsOf(terms)
  if (writers === 'followers' && followed === null) return null
  if (blockedTerms.length > TERMS_MAX || blockedTerms.some(({ length }) => length > TERM_MAX)) return null
  const wanted: ChatMode = {
    slowSeconds: Number(pause),
    followersMinutes: writers === 'followers' ? followed : null,
    subscribersOnly: writers === 'subscribers',
    blockedTerms,
  }
  const fields = Object.keys(wanted) as (keyof ChatMode)[]
  const changed = fields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(mode[field]))
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]))
}
