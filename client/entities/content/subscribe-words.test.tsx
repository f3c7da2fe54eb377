// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, expect, test } from 'vitest'
import { $settings } from '../../core/settings/model.ts'
import { SubscribeWords } from './subscribe-words.tsx'

afterEach(cleanup)

const none = { monthly: null, quarterly: null, halfYearly: null, yearly: null }

test.each([
  ['a month', { prices: { ...none, monthly: 499, yearly: 4800 }, isFree: false }, 'Subscribe for $4.99 a month'],
  ['its shortest term', { prices: { ...none, quarterly: 1200 }, isFree: true }, 'Subscribe for $12.00 every 3 months'],
  ['nothing', { prices: none, isFree: true }, 'Subscribe for free'],
  ['a price that is not known yet', undefined, 'Subscribe'],
])('the way to subscribe says what it costs and for how long: %s', (_, offer, words) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const settings = { currency: 'USD', freeSubscriptionEnabled: true }
  const { container } = render(
    <Provider value={fork({ values: [[$settings, settings]] as never })}>
      <I18nProvider i18n={i18n}>
        <SubscribeWords offer={offer} />
      </I18nProvider>
    </Provider>,
  )
  expect(container.textContent).toBe(words)
})
