// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { AddressForm } from './address-form.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const onSave = vi.fn(async () => {})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  beginScope({ state: 'signed-out' })
  vi.mocked(callApi).mockRejectedValue(new ConnectionError())
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <AddressForm address={null} onSave={onSave} onClose={() => {}} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save address' }))
const isWrong = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

test('a save that fails puts the focus on the first faulty field, each time', async () => {
  save()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  type('Name', 'Ada Ek')
  save()
  await waitFor(() => expect(document.activeElement).toBe(field('Country')))
  field('Street').focus()
  save()
  await waitFor(() => expect(document.activeElement).toBe(field('Country')))
  expect(onSave).not.toHaveBeenCalled()
})

test.each([
  ['Name', 'Ada Ek', 'Enter the name of who gets it.'],
  ['Country', 'PT', 'Choose your country.'],
  ['Street', 'Rua 1', 'Enter the street and the number.'],
  ['City', 'Porto', 'Enter the city.'],
  ['Phone', '912 345 678', /^Enter a phone number of your country/],
])('a change of the field %s takes its fault away, and leaves the focus', async (label, value, fault) => {
  type('Phone', '12')
  save()
  await screen.findByText(fault)
  expect(isWrong(label)).toBe(true)
  field(label).focus()
  type(label, value)
  await waitFor(() => expect(isWrong(label)).toBe(false))
  expect(screen.queryByText(fault)).toBeNull()
  expect(document.activeElement).toBe(field(label))
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(4)
})
