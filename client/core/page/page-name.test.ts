// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { beginningOf, usePageName, useShownPageName } from './page-name.ts'

afterEach(cleanup)

test('a page is named while it is shown, by what it knows by then', () => {
  const shown = renderHook(() => useShownPageName())
  const page = renderHook((given: string | undefined) => usePageName(given), { initialProps: undefined })
  expect(shown.result.current).toBeNull()
  page.rerender('Mara Lindqvist')
  expect(shown.result.current).toBe('Mara Lindqvist')
  page.rerender('Mara L.')
  expect(shown.result.current).toBe('Mara L.')
  act(() => page.unmount())
  expect(shown.result.current).toBeNull()
})

test('a text is named by the beginning of its first line, and no emoji is cut', () => {
  expect(beginningOf('  The first day\nof many')).toBe('The first day')
  expect(beginningOf('')).toBe('')
  const family = '👨‍👩‍👧'
  expect(beginningOf(family.repeat(61))).toBe(`${family.repeat(60)}…`)
  expect(beginningOf('a'.repeat(60))).toBe('a'.repeat(60))
})
