// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ComposerEvent } from './composer-model.ts'
import { useComposerState } from './use-composer-state.ts'

type Box = ReturnType<typeof useComposerState>

// As in a browser, where nothing waits for React to have drawn.
beforeEach(() => setActing(false))
afterEach(() => {
  setActing(true)
  cleanup()
})

test.each<[string, ComposerEvent, string]>([
  ['a message went into the outbox', { type: 'accepted', messageId: '1' }, ' and two'],
  ['the draft was read', { type: 'restored', text: 'kept', attachments: [] }, 'kept\none and two'],
  ['something was taken back', { type: 'inserted', text: 'back', attachments: [] }, 'one\nback and two'],
])('a key pressed at the moment when %s brings nothing back and loses nothing', (_when, event, text) => {
  const box = boxWith('one')
  box.now().apply({ type: 'submitted', submission: { messageId: '1', text: 'one', fileIds: [], at: '' } })
  box.now().apply(event)
  type(' and two')
  expect(box.now().now().text).toBe(text)
})

test('a caret within what is typed meanwhile stays where it is when the sent text leaves the box', () => {
  const box = boxWith('one')
  box.now().apply({ type: 'submitted', submission: { messageId: '1', text: 'one', fileIds: [], at: '' } })
  type(' and two')
  area().focus()
  area().setSelectionRange(7, 7)
  box.now().apply({ type: 'accepted', messageId: '1' })
  expect([area().value, area().selectionStart]).toEqual(['and two', 3])
})

function boxWith(text: string): { now: () => Box } {
  let latest: Box | undefined
  function MessageBox() {
    const box = useComposerState()
    latest = box
    return (
      <textarea value={box.state.text} onChange={({ target }) => box.apply({ type: 'typed', text: target.value })} />
    )
  }
  setActing(true)
  render(<MessageBox />)
  const now = () => {
    if (!latest) throw new Error('The box was not drawn.')
    return latest
  }
  act(() => now().apply({ type: 'typed', text }))
  setActing(false)
  return { now }
}

function area(): HTMLTextAreaElement {
  return screen.getByRole('textbox')
}

/** Types into the box: adds to the text that it shows. */
function type(more: string): void {
  fireEvent.change(area(), { target: { value: area().value + more } })
}

function setActing(isActing: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })
}
