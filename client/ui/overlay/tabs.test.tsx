// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.dir = ''
})

function Page() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
  const tabs = (['a', 'b', 'c'] as const).map((name) => ({
    value: name,
    label: `Tab ${name}`,
    content: `Panel ${name}`,
  }))
  return <Tabs label="Kinds" tabs={tabs} value={value} onChange={setValue} />
}

const chosen = () => screen.getByRole('tab', { selected: true })

test('a press shows the panel of a tab, which is named for it', () => {
  render(<Page />)
  fireEvent.click(screen.getByRole('tab', { name: 'Tab b' }))
  expect(chosen().textContent).toBe('Tab b')
  expect(screen.getByRole('tabpanel', { name: 'Tab b' }).textContent).toBe('Panel b')
  expect(screen.queryByText('Panel a')).toBeNull()
})

test.each([
  ['ltr', ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'End'], ['b', 'a', 'c', 'a', 'c']],
  ['rtl', ['ArrowLeft', 'ArrowRight', 'ArrowRight'], ['b', 'a', 'c']],
])('keys move focus and choice, to the end and around it (%s)', (direction, keys, names) => {
  document.documentElement.dir = direction
  render(<Page />)
  chosen().focus()
  const seen = keys.map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(chosen())
    return chosen().textContent
  })
  expect(seen).toEqual(names.map((name) => `Tab ${name}`))
})

test('one tab alone is reached with the Tab key', () => {
  render(<Page />)
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
})

test('an arrow with another key is the browser’s own', () => {
  render(<Page />)
  chosen().focus()
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    expect(fireEvent.keyDown(chosen(), { key: 'ArrowRight', ...held })).toBe(true)
  expect(chosen().textContent).toBe('Tab a')
})
