// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { assetView } from '../../../testing/assets.ts'
import { AssetCard } from './asset-card.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each([
  ['gallery', 'paid'],
  ['video', 'paid'],
  ['product', 'public'],
] as const)('a %s says that it was bought, to its buyer alone', (kind, access) => {
  const asset = { ...assetView({ access, price: 60 }), kind }
  const show = (shown: typeof asset) =>
    render(
      <Provider value={fork()}>
        <I18nProvider i18n={i18n}>
          <AssetCard asset={shown} />
        </I18nProvider>
      </Provider>,
    )
  show({ ...asset, isBought: true })
  expect(screen.getByText('Bought')).toBeTruthy()
  cleanup()
  show(asset)
  expect(screen.queryByText('Bought')).toBeNull()
})
