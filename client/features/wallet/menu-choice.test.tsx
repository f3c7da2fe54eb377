// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MenuChoice } from './menu-choice.tsx'

const goal = { _id: 'kiln', title: 'A new kiln', tokens: 300, raised: 120, reachedAt: null }
const menu: TipMenu = {
  version: 1,
  items: [
    { _id: 'bowl', title: 'Throw a bowl', price: 40 },
    { _id: 'song', title: 'A song', price: 15 },
  ],
  goal,
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(given: TipMenu, chosen: string | null = null) {
  const onChoose = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <MenuChoice menu={given} chosen={chosen} onChoose={onChoose} />
    </I18nProvider>,
  )
  return onChoose
}

test('a line of the menu is chosen with its price, and pressed again it is none', () => {
  const onChoose = show(menu)
  fireEvent.click(screen.getByRole('radio', { name: 'A song 15 tokens' }))
  expect(onChoose).toHaveBeenLastCalledWith({ _id: 'song', title: 'A song', price: 15 })
  cleanup()
  const again = show(menu, 'song')
  fireEvent.click(screen.getByRole('radio', { name: 'A song 15 tokens' }))
  expect(again).toHaveBeenLastCalledWith(null)
})

test('a goal tells how far it has come, and that it is reached', () => {
  show(menu)
  const bar = screen.getByRole('progressbar', { name: 'A new kiln' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['120', '300'])
  expect(screen.getByText('180 tokens to go')).toBeTruthy()
  cleanup()
  show({ ...menu, items: [], goal: { ...goal, raised: 310 } })
  expect(screen.getByText('Reached')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('300')
  expect(screen.queryByRole('group', { name: 'From the menu' })).toBeNull()
})
