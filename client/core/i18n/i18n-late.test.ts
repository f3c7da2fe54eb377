// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogues, showLanguage } from './i18n.ts'

const arabic = vi.hoisted(() => Promise.withResolvers<{ messages: Record<string, string> }>())

vi.mock('../../locales/ar/entry.po', () => arabic.promise)

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

test('a language that fails late takes no texts from a page that has got more of them meanwhile', async () => {
  const chosen = showLanguage('ar')
  await loadCatalogues(['pages'])
  const { messages } = await import('../../locales/en/pages.po')
  expect(i18n.messages).toMatchObject(messages)
  arabic.reject(new TypeError('Failed to fetch dynamically imported module'))
  await chosen
  expect(i18n.locale).toBe('en')
  expect(i18n.messages).toMatchObject(messages)
})
