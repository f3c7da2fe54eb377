import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NOTICE_KINDS } from '../records/notification.ts'
import { noPreferences } from '../records/preferences.ts'
import { mergePreferences, PreferenceChanges, updatePreferences } from './preferences.ts'

const none = noPreferences('me')

test('a change leaves every other choice as it is', () => {
  const dark = mergePreferences(none, { changes: { theme: 'dark' } })
  expect(mergePreferences(dark, { changes: { language: 'ar', reducedData: false } })).toEqual({
    ...{ _id: 'me', theme: 'dark', language: 'ar', reducedData: false },
  })
  expect(mergePreferences(dark, { changes: { theme: 'light' } }).theme).toBe('light')
  expect(mergePreferences(dark, { changes: {} })).toEqual(dark)
})

test('the last wish about each kind of notifications counts, and the others stay', () => {
  const without = mergePreferences(none, { changes: { notices: { tip: false, sale: false } } })
  expect(without.muted).toEqual(['tip', 'sale'])
  const other = mergePreferences(without, { changes: { notices: { sale: true, order: false, like: true } } })
  expect(other.muted).toEqual(['order', 'tip'])
  expect(mergePreferences(other, { changes: { theme: 'dark' } }).muted).toEqual(['order', 'tip'])
  // All of them again: the row is as it was before any choice.
  expect(mergePreferences(other, { changes: { notices: { order: true, tip: true } } })).toEqual(none)
})

test('news about the account itself cannot be turned off', () => {
  const refused = (kind: string) => v.safeParse(PreferenceChanges, { notices: { [kind]: false } }).success
  expect([...NOTICE_KINDS].filter((kind) => !refused(kind))).toEqual(['review', 'system'])
})

test('the choice of a visitor holds only where the account has chosen nothing', () => {
  const held = mergePreferences(none, { changes: { theme: 'light', reducedData: false } })
  const changes = { theme: 'dark', language: 'ar', reducedData: true } as const
  expect(mergePreferences(held, { changes, initial: true })).toEqual({ ...held, language: 'ar' })
  expect(mergePreferences(none, { changes, initial: true })).toEqual({ ...none, ...changes })
})

test('[OUTBOX-8] choices made in a row are one, but for those that give way', () => {
  const { fold } = updatePreferences
  const [a, b] = [{ changes: { theme: 'dark' } }, { changes: { theme: 'light', language: 'ar' } }] as const
  expect(fold?.(a, b)).toEqual({ changes: { theme: 'light', language: 'ar' } })
  const [c, d] = [{ changes: { notices: { tip: false } } }, { changes: { notices: { sale: false } } }] as const
  expect(fold?.(c, d)).toEqual({ changes: { notices: { tip: false, sale: false } } })
  expect(fold?.(c, b)).toEqual({ changes: { theme: 'light', language: 'ar', notices: { tip: false } } })
  expect(fold?.({ ...a, initial: true }, b)).toBeNull()
  expect(fold?.(a, { ...b, initial: true })).toBeNull()
})
