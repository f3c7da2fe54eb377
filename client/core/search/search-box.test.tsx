// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show() {
  const [onChange, onSubmit] = [vi.fn(), vi.fn()]
  render(
    <I18nProvider i18n={i18n}>
      <SearchBox value="" onChange={onChange} onSubmit={onSubmit} />
    </I18nProvider>,
  )
  const box = screen.getByRole('searchbox')
  return { onChange, onSubmit, box, type: (words: string) => fireEvent.change(box, { target: { value: words } }) }
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('words count once the typing pauses', () => {
  const { onChange, type } = show()
  type('lan')
  pass(200)
  type('lantern ')
  pass(200)
  expect(onChange).not.toHaveBeenCalled()
  pass(200)
  expect(onChange.mock.calls).toEqual([['lantern']])
})

test('words that are sent by Enter are not told again while the page that they lead to loads', () => {
  const { onChange, onSubmit, box, type } = show()
  type('lantern')
  fireEvent.keyDown(box, { key: 'Enter' })
  pass(5_000)
  expect([onSubmit.mock.calls, onChange.mock.calls]).toEqual([[['lantern']], []])
})
