// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPageTexts, showLanguage } from '../../core/i18n/i18n.ts'
import { readLanguage } from '../../core/preferences/languages.ts'
import { keepChoiceFx } from '../../core/preferences/model.ts'
import { LanguageSwitch } from './language-switch.tsx'

const line = vi.hoisted(() => ({ isDown: false }))

const texts = vi.hoisted(() => () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { messages: {} }
})
vi.mock('../../locales/ar/entry.po', texts)
vi.mock('../../locales/en/app.po', texts)

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a language that is awaited is given up by choosing again the one that is shown', async () => {
  await showLanguage('en')
  line.isDown = true
  const { choice, keep } = shown()
  fireEvent.change(choice, { target: { value: 'ar' } })
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect([said(choice), readLanguage([])]).toEqual(['English', 'ar'])
  expect(choice.value).not.toBe('en')
  const activate = vi.spyOn(i18n, 'loadAndActivate')
  fireEvent.change(choice, { target: { value: 'en' } })
  await vi.waitFor(() => expect(keep).toHaveBeenLastCalledWith({ language: 'en' }))
  await vi.waitFor(() => expect(activate).toHaveBeenCalledOnce())
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(activate).toHaveBeenCalledTimes(2))
  expect([choice.value, i18n.locale, readLanguage([])]).toEqual(['en', 'en', 'en'])
})

test('the switch says the language that is shown, and what was chosen is noted though it cannot be shown yet', async () => {
  await showLanguage('en')
  line.isDown = true
  const { choice, keep } = shown()
  fireEvent.change(choice, { target: { value: 'ar' } })
  await vi.waitFor(() => expect(keep).toHaveBeenCalledExactlyOnceWith({ language: 'ar' }))
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect([said(choice), i18n.locale]).toEqual(['English', 'en'])
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect([choice.value, i18n.locale]).toEqual(['ar', 'ar']))
})

test('a page stays in its language until the texts of another load, be it English', async () => {
  await showLanguage('ar')
  await loadPageTexts(['app'])
  line.isDown = true
  const { choice } = shown()
  fireEvent.change(choice, { target: { value: 'en' } })
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled())
  expect([said(choice), i18n.locale]).toEqual(['العربية', 'ar'])
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect([choice.value, i18n.locale]).toEqual(['en', 'en']))
})

function said(choice: HTMLSelectElement): string | undefined {
  return choice.selectedOptions[0]?.text
}

function shown() {
  const keep = vi.fn()
  render(
    <Provider value={fork({ handlers: [[keepChoiceFx, keep]] })}>
      <I18nProvider i18n={i18n}>
        <LanguageSwitch />
      </I18nProvider>
    </Provider>,
  )
  return { choice: screen.getByRole<HTMLSelectElement>('combobox'), keep }
}
