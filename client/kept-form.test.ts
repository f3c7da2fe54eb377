// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { keptForms, readKeptForm, removeKeptForm, removeKeptForms, writeKeptForm } from './kept-form.ts'

afterEach(() => localStorage.clear())

test('[DRAFT-1] what was typed into a form is there for its account alone, until it is saved', () => {
  writeKeptForm('me', 'profile', { bio: 'half a thought' })
  expect(readKeptForm('me', 'profile')).toEqual({ bio: 'half a thought' })
  expect(readKeptForm('other', 'profile')).toEqual({})
  removeKeptForm('me', 'profile')
  expect(readKeptForm('me', 'profile')).toEqual({})
})

test('[LEAVE-3] who leaves takes all their forms along, and nobody else’s', () => {
  writeKeptForm('me', 'profile', { bio: 'mine' })
  writeKeptForm('me', 'post:1', { text: 'mine' })
  writeKeptForm('other', 'profile', { bio: 'theirs' })
  expect(keptForms('me').map(({ name }) => name)).toEqual(['profile', 'post:1'])
  removeKeptForms('me')
  expect([keptForms('me'), keptForms('other').length]).toEqual([[], 1])
})

test.each(['{', '"text"', 'null'])('what is no form is as none: %s', (stored) => {
  localStorage.setItem('vesper-form:me:profile', stored)
  expect(readKeptForm('me', 'profile')).toEqual({})
})
