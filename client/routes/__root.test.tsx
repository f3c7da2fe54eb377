// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { showLanguage } from '../core/i18n/i18n.ts'
import { restoreSession } from '../core/session/session.ts'
import { Route } from './__root.tsx'

vi.mock('../locales/ar/pages.po', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a page that is looked ahead for, and whose texts do not load, leaves the one that is shown in its language', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await restoreSession()
  await showLanguage('ar')
  await look({ preload: true }).catch(() => {})
  expect(i18n.locale).toBe('ar')
  await look({ preload: false })
  expect(i18n.locale).toBe('en')
})

/** The work before a page that needs all texts. */
async function look({ preload }: { preload: boolean }): Promise<void> {
  const matches = [{ staticData: { catalogues: ['pages'], layout: 'public' } }]
  await Route.options.beforeLoad?.({ matches, preload, location: { href: '/' } } as never)
}
