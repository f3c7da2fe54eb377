import { expect, test } from 'vitest'
import { noPreferences } from '../records/preferences.ts'
import { mergePreferences, updatePreferences } from './preferences.ts'

const none = noPreferences('me')

test('a change leaves every other choice as it is', () => {
  const dark = mergePreferences(none, { changes: { theme: 'dark' } })
  expect(mergePreferences(dark, { changes: { language: 'ar', reducedData: false } })).toEqual({
    ...{ _id: 'me', theme: 'dark', language: 'ar', reducedData: false },
  })
  expect(mergePreferences(dark, { changes: { theme: 'light' } }).theme).toBe('light')
  expect(mergePreferences(dark, { changes: {} })).toEqual(dark)
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
  expect(fold?.({ ...a, initial: true }, b)).toBeNull()
  expect(fold?.(a, { ...b, initial: true })).toBeNull()
})
