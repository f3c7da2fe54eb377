// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { formsOf } from './form-draft-storage.ts'

afterEach(() => localStorage.clear())

test('keeps a form’s text for its account alone, until it is saved', () => {
  formsOf('me').write('profile', { bio: 'half a thought' })
  expect(formsOf('me').read('profile')).toEqual({ bio: 'half a thought' })
  expect(formsOf('other').read('profile')).toEqual({})
  formsOf('me').remove('profile')
  expect(formsOf('me').read('profile')).toEqual({})
})

test('who leaves takes all their forms along, and nobody else’s', () => {
  formsOf('me').write('profile', { bio: 'mine' })
  formsOf('me').write('post:1', { text: 'mine' })
  formsOf('other').write('profile', { bio: 'theirs' })
  const [mine, theirs] = [formsOf('me'), formsOf('other')]
  expect(mine.all().map(({ name }) => name)).toEqual(['profile', 'post:1'])
  mine.clear()
  expect([mine.all(), theirs.all().length]).toEqual([[], 1])
})

test.each(['{', '"text"', 'null'])('what is no form is as none: %s', (stored) => {
  localStorage.setItem('vesper-form:me:profile', stored)
  expect(formsOf('me').read('profile')).toEqual({})
})
