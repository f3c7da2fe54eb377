import { expect, test } from 'vitest'
import { isOfInterest } from './is-user-visible-mutation.ts'

test('people hear of what they would miss: not of a mark of reading or a setting, unless it is refused', () => {
  expect(isOfInterest({ name: 'message.send', state: 'waiting' })).toBe(true)
  expect(isOfInterest({ name: 'conversation.read-all', state: 'waiting' })).toBe(false)
  expect(isOfInterest({ name: 'preferences.update', state: 'waiting' })).toBe(false)
  expect(isOfInterest({ name: 'conversation.read-all', state: 'rejected' })).toBe(true)
})
