// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useKeptForm } from './use-kept-form.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const open = () => renderHook(() => useKeptForm('ship', { carrier: '' })).result

test('a text outlives a closed dialog, until it is sent', () => {
  const first = open()
  act(() => first.current.edit({ carrier: 'Post' }))
  cleanup()
  expect(open().current.values).toEqual({ carrier: 'Post' })
  act(() => first.current.forget())
  expect(open().current.values).toEqual({ carrier: '' })
})

test('a form that stands as it began is not kept', () => {
  const form = open()
  act(() => form.current.edit({ carrier: 'Post' }))
  act(() => form.current.edit({ carrier: '' }))
  expect(localStorage).toHaveLength(0)
})
