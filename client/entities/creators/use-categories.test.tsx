// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { expect, test } from 'vitest'
import { $settings } from '../../core/settings/model.ts'
import { useCategories } from './use-categories.ts'

const row = (code: string, given: object = {}) => ({
  code,
  en: null,
  ar: null,
  isHidden: false,
  mergedInto: null,
  ...given,
})

function use(categories?: object[]) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const scope = fork({ values: [[$settings, { categories } as PublicSettings]] })
  return renderHook(useCategories, {
    wrapper: ({ children }) => (
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
      </Provider>
    ),
  }).result.current
}

test('without changes of the operator all have their built-in words', () => {
  const { offered, isOrdered, namesOf } = use()
  expect([offered.length, offered[0], isOrdered]).toEqual([22, { code: 'art', name: 'Art' }, false])
  expect(namesOf(['music', 'magic'])).toEqual(['Music'])
})

test('the order and the names of the operator stand, hidden ones for those who have them alone', () => {
  const { offered, offeredWith } = use([row('music', { en: 'Sounds' }), row('art', { isHidden: true })])
  expect(offered.slice(0, 2)).toEqual([
    { code: 'music', name: 'Sounds' },
    { code: 'beauty', name: 'Beauty' },
  ])
  expect(offered.some(({ code }) => code === 'art')).toBe(false)
  expect(offeredWith(['art']).at(-1)).toEqual({ code: 'art', name: 'Art' })
})

test('a merged category goes by the name of the other, once', () => {
  const { namesOf, now, offered } = use([row('art'), row('crafts', { mergedInto: 'art' })])
  expect([namesOf(['crafts', 'art']), now('crafts')]).toEqual([['Art'], 'art'])
  expect(offered.some(({ code }) => code === 'crafts')).toBe(false)
})
