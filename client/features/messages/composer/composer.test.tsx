// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { emptyComposer } from './composer-model.ts'
import { Composer } from './composer.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(text = '') {
  const actions = {
    type: vi.fn(),
    send: vi.fn(),
    attach: vi.fn(),
    choose: vi.fn(),
    detach: vi.fn(),
    shown: vi.fn(),
    insert: vi.fn(),
  }
  render(
    <I18nProvider i18n={i18n}>
      <Composer
        state={{ ...emptyComposer, phase: 'ready', text }}
        actions={actions}
        onTyping={() => {}}
        placeholder=""
      />
    </I18nProvider>,
  )
  return { actions, box: screen.getByRole<HTMLTextAreaElement>('textbox') }
}

function paste(box: HTMLElement, data: Record<string, string>, files: File[] = []): boolean {
  return fireEvent.paste(box, { clipboardData: { files, getData: (type: string) => data[type] ?? '' } })
}

test.each([
  ['Enter', {}, 1],
  ['the Enter that confirms a composition', { isComposing: true }, 0],
  ['the same in Safari, which ends the composition first', { keyCode: 229 }, 0],
  ['Shift and Enter', { shiftKey: true }, 0],
])('%s sends %o %i times', (_what, event, times) => {
  const { actions, box } = show('こんにちは')
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, ...event })
  expect(actions.send).toHaveBeenCalledTimes(times)
})

test('cells of a spreadsheet are pasted as text, a screenshot is attached', () => {
  const { actions, box } = show()
  const picture = new File(['x'], 'image.png', { type: 'image/png' })
  expect(paste(box, { 'text/plain': '1\t2', 'text/html': '<table>' }, [picture])).toBe(true)
  expect(actions.attach).not.toHaveBeenCalled()
  expect(paste(box, {}, [picture])).toBe(false)
  expect(actions.attach).toHaveBeenCalledWith([picture])
})

test('a paste beyond the limit is cut by the browser, and says so until the next edit', () => {
  const { box } = show('x'.repeat(MESSAGE_TEXT_MAX - 10))
  expect(box.maxLength).toBe(MESSAGE_TEXT_MAX)
  box.setSelectionRange(0, 5)
  paste(box, { 'text/plain': 'a\r\n'.repeat(10) })
  fireEvent.input(box, { inputType: 'insertFromPaste' })
  expect(screen.getByText(/^The last 5 characters of the pasted text did not fit/)).toBeTruthy()
  fireEvent.input(box, { inputType: 'insertText' })
  expect(screen.queryByText(/did not fit/)).toBeNull()
})

test('a notice about a paste goes with the text that is sent', () => {
  const { actions, box } = show('x'.repeat(MESSAGE_TEXT_MAX - 10))
  paste(box, { 'text/plain': 'y'.repeat(20) })
  fireEvent.input(box, { inputType: 'insertFromPaste' })
  expect(screen.getByText(/did not fit/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(actions.send).toHaveBeenCalledOnce()
  expect(screen.queryByText(/did not fit/)).toBeNull()
})

test.each([
  ['', null],
  ['hello', 'ltr'],
  ['مرحبا', 'rtl'],
])('a box with %j has the direction %s', (text, direction) => {
  expect(show(text).box.getAttribute('dir')).toBe(direction)
})
