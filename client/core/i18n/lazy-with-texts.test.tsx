// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { showLanguage } from './i18n.ts'
import { lazyAgain } from './lazy-with-texts.ts'

const line = vi.hoisted(() => ({ isDown: true }))

vi.mock('../../locales/ar/app.po', () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { messages: {} }
})

afterEach(cleanup)

test('an optional part waits for its texts, and the page stays in its language', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  await showLanguage('ar')
  const Part = lazyAgain(() => Promise.resolve(() => 'The part'), 'app')
  render(
    <Suspense fallback="On its way">
      <Part />
    </Suspense>,
  )
  await vi.waitFor(() => expect(warned).toHaveBeenCalled())
  expect([i18n.locale, document.documentElement.lang]).toEqual(['ar', 'ar'])
  screen.getByText('On its way')
  line.isDown = false
  dispatchEvent(new Event('online'))
  await screen.findByText('The part')
  expect(i18n.locale).toBe('ar')
})
