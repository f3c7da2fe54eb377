// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { tabForms } from './form-draft-storage.ts'
import { useFormDraft } from './use-form-draft.ts'

test('a form’s text survives a reload; passwords do not', () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { name: '', password: '', source: '' } })
    useFormDraft('test', form)
    return form
  })
  act(() => {
    result.current.setValue('name', 'Ada')
    result.current.setValue('password', 'very secret words')
    result.current.setValue('source', 'old secret words')
  })
  expect(tabForms.read('test')).toEqual({ name: 'Ada' })
  tabForms.remove('test')
  expect(tabForms.read('test')).toEqual({})
})
