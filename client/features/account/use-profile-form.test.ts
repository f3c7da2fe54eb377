// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { profileValues } from './profile-edit.ts'
import { useProfileForm } from './use-profile-form.ts'

const shown = profileValues({ name: 'Ada', username: 'ada', bio: '', country: 'SE', state: 'Stockholm' })

afterEach(() => localStorage.clear())

function formOf(given = shown) {
  const { result, rerender, unmount } = renderHook((values) => useProfileForm('me', values), {
    initialProps: given,
  })
  return { form: result.current, give: (values: typeof shown) => rerender(values), unmount }
}

test('a refused value is in the form, and gone with the refused change', () => {
  const { form, give } = formOf()
  give({ ...shown, username: 'taken' })
  expect(form.getValues()).toEqual({ ...shown, username: 'taken' })
  expect(formsOf('me').read('profile')).toEqual({})
  give(shown)
  expect(form.getValues()).toEqual(shown)
})

test('a refused value does not replace text typed in the meantime', () => {
  const { form, give } = formOf()
  act(() => form.setValue('username', 'typed'))
  give({ ...shown, username: 'taken', bio: 'refused with it' })
  expect(form.getValues()).toEqual({ ...shown, username: 'typed', bio: 'refused with it' })
})

test('text typed into the profile survives a reload, beside changes of other devices', () => {
  const first = formOf()
  act(() => first.form.setValue('bio', 'typed'))
  first.unmount()
  expect(formOf({ ...shown, name: 'Ada L.' }).form.getValues()).toEqual({ ...shown, name: 'Ada L.', bio: 'typed' })
})

test('who is named like a file can save the rest, and nobody can take such a name', async () => {
  const { form } = formOf({ ...shown, username: 'node.js' })
  expect(await act(() => form.trigger())).toBe(true)
  act(() => form.setValue('username', 'next.js'))
  expect(await act(() => form.trigger())).toBe(false)
})

test('the state of another device does not come under a country that is being chosen', () => {
  const { form, give } = formOf()
  act(() => {
    form.setValue('country', 'NO')
    form.setValue('state', '')
  })
  give({ ...shown, state: 'Skåne', language: 'sv' })
  expect(form.getValues()).toEqual({ ...shown, country: 'NO', state: '', language: 'sv' })
})
