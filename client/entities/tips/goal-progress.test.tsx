// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { GoalProgress } from './goal-progress.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(raised: number) {
  cleanup()
  const goal = { _id: 'g', title: 'A new wheel', tokens: 300, raised, reachedAt: null }
  render(
    <I18nProvider i18n={i18n}>
      <GoalProgress goal={goal} />
    </I18nProvider>,
  )
  const bar = screen.getByRole('progressbar', { name: 'A new wheel' })
  const width = (bar.firstElementChild as HTMLElement).style.width
  return [bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax'), width]
}

test('a goal says how many tokens are missing, and fills no further than to its end', () => {
  expect(show(0)).toEqual(['0', '300', '0%'])
  expect(screen.getByText('300 tokens to go')).toBeTruthy()
  expect(show(299)).toEqual(['299', '300', '99%'])
  expect(screen.getByText('1 token to go')).toBeTruthy()
  expect(show(300)).toEqual(['300', '300', '100%'])
  expect(screen.getByText('Reached')).toBeTruthy()
  expect(show(450)).toEqual(['300', '300', '100%'])
  expect(screen.queryByText(/to go/)).toBeNull()
})
