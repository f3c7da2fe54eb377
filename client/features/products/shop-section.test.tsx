// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { ShopSection } from './shop-section.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))
vi.mock('./product-card.tsx', () => ({ ProductCard: ({ product }: { product: ShopProduct }) => product.name }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('the products shown stay when the rest cannot be loaded; that is said below them, with another try', async () => {
  const asked = vi.mocked(callApi)
  const all = Array.from({ length: 14 }, (_, n) => ({ _id: `p${n}`, name: `Product ${n}` }))
  asked.mockResolvedValueOnce({ data: all.slice(0, 12), total: 14 })
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  render(
    <I18nProvider i18n={i18n}>
      <ShopSection performerId="creator" action={() => null} />
    </I18nProvider>,
  )
  fireEvent.click(await screen.findByText('Show more'))
  expect(screen.getByText('Product 0')).toBeTruthy()
  const said = await screen.findByText(/cannot be reached/)
  expect(said.closest('[role=alert]')).not.toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  asked.mockResolvedValueOnce({ data: all, total: 14 })
  fireEvent.click(screen.getByText('Try again'))
  await screen.findByText('Product 13')
  expect([screen.queryByText(/cannot be reached/), screen.queryByText('Show more')]).toEqual([null, null])
})
