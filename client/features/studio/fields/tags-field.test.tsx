// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { TagsField, tagsOf } from './tags-field.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each([
  ['studio glaze', ['studio', 'glaze'], null],
  ['#Studio, #GLAZE studio', ['studio', 'glaze'], null],
  [' ', [], null],
  ['été_2026', ['été_2026'], null],
  ['half-baked', [], 'A tag has only letters, digits and underscores.'],
  ['x'.repeat(31), [], 'A tag has at most 30 characters.'],
  [
    Array.from({ length: 21 }, (_, n) => `t${n}`).join(' '),
    Array.from({ length: 21 }, (_, n) => `t${n}`),
    'Use at most 20 tags.',
  ],
])('%s is read as tags', (text, tags, problem) => {
  expect(tagsOf(text)).toEqual({ tags, problem })
})

test('keeps typed text as typed, and edits the valid tags in it', () => {
  const onEdit = vi.fn<(tags: string[]) => void>()
  render(<Typing onEdit={onEdit} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tags' })
  expect(field.value).toBe('clay')
  fireEvent.change(field, { target: { value: 'Clay ' } })
  expect([field.value, onEdit.mock.lastCall]).toEqual(['Clay ', [['clay']]])
  fireEvent.change(field, { target: { value: 'Clay half-' } })
  expect(onEdit).toHaveBeenCalledTimes(1)
  fireEvent.blur(field)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Clay half-', 'true'])
  fireEvent.change(field, { target: { value: 'Clay half' } })
  fireEvent.blur(field)
  expect(field.value).toBe('clay half')
})

function Typing({ onEdit }: { onEdit: (tags: string[]) => void }) {
  const [tags, setTags] = useState(['clay'])
  return (
    <I18nProvider i18n={i18n}>
      <TagsField
        tags={tags}
        isReadOnly={false}
        onEdit={(next) => {
          onEdit(next)
          setTags(next)
        }}
      />
    </I18nProvider>
  )
}
