// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'effector-react'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { PhoneField } from './phone-field.tsx'
import { CityField, CountryField, StateField } from './place-fields.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const lists: Record<string, unknown> = {
  '/countries/list': [{ code: 'SE', flag: 'https://elsewhere.test/flags/se.svg?v=1' }],
  '/states/SE': [{ code: '26', name: 'Stockholm' }],
  '/states/SG': [],
  '/cities/SE/26': [{ name: 'Täby' }, { name: 'Solna' }],
  '/cities/SG/-': [{ name: 'Singapore' }],
  '/phone-codes/list': [
    { country: 'SE', name: 'Sweden', code: '+46', flag: '' },
    { country: 'SA', name: 'Saudi Arabia', code: '+966', flag: '' },
  ],
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  beginScope({ state: 'signed-out' })
  vi.mocked(callApi).mockImplementation(async ({ path }) => lists[path])
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Form({ start }: { start: { country: string; state: string; city: string; phone: string } }) {
  const [values, setValues] = useState(start)
  const set = (name: keyof typeof start) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  return (
    <>
      <CountryField
        code={values.country}
        value={values.country}
        onChange={({ target }) => set('country')(target.value)}
      />
      <StateField country={values.country} value={values.state} onChange={set('state')} maxLength={9} />
      <CityField
        country={values.country}
        state={values.state}
        value={values.city}
        onChange={set('city')}
        maxLength={9}
      />
      <PhoneField country={values.country} value={values.phone} onChange={set('phone')} />
      <output>{JSON.stringify(values)}</output>
    </>
  )
}

function show(given: Partial<Parameters<typeof Form>[0]['start']>): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <Form start={{ country: 'SE', state: '', city: '', phone: '', ...given }} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const options = (label: string) => {
  const { list } = screen.getByLabelText<HTMLInputElement>(label)
  const id = screen.getByLabelText(label).getAttribute('list') ?? ''
  const held = list ?? document.getElementById(id)
  return [...(held?.querySelectorAll('option') ?? [])].map(({ value }) => value)
}

test('a state leads to its cities, and the country to its flag', async () => {
  show({ state: 'Stockholm' })
  await waitFor(() => expect(options('State')).toEqual(['Stockholm']))
  await waitFor(() => expect(options('City')).toEqual(['Täby', 'Solna']))
  fireEvent.change(screen.getByLabelText('City'), { target: { value: 'tab' } })
  expect(options('City')).toEqual(['Täby'])
  const flag = document.querySelector('img')
  expect(flag?.getAttribute('src')).toBe('/flags/se.svg?v=1')
})

test('a country without states has its cities at once', async () => {
  show({ country: 'SG' })
  await waitFor(() => expect(options('City')).toEqual(['Singapore']))
})

test('without a connection kept lists are offered; any text is taken', async () => {
  show({ state: 'Stockholm' })
  await waitFor(() => expect(options('City')).toEqual(['Täby', 'Solna']))
  cleanup()
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show({ state: 'Stockholm' })
  await waitFor(() => expect(options('City')).toEqual(['Täby', 'Solna']))
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'Elsewhere' } })
  fireEvent.change(screen.getByLabelText('City'), { target: { value: 'My town' } })
  expect(screen.getByRole('status').textContent).toContain('"state":"Elsewhere","city":"My town"')
})

test('a calling code that is chosen takes the place of the one before', async () => {
  show({ phone: '+46 70 123 45 67' })
  const codes = await screen.findByLabelText<HTMLSelectElement>('Calling code')
  expect(codes.value).toBe('SE+46')
  fireEvent.change(codes, { target: { value: 'SA+966' } })
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+966 70 123 45 67')
})

test.each(['', '912 345 678', '0912'])(
  'the calling code of the chosen country is shown for the number %j',
  async (phone) => {
    show({ country: 'SA', phone })
    const codes = await screen.findByLabelText<HTMLSelectElement>('Calling code')
    expect(codes.value).toBe('SA+966')
    fireEvent.change(codes, { target: { value: 'SE+46' } })
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe(`+46 ${phone}`)
  },
)

test.each([
  ['00966 50', 'SE', 'SA+966'],
  ['+999', 'SE', ''],
  ['070', '', ''],
])('the number %j in the country %j has the calling code %j', async (phone, country, code) => {
  show({ country, phone })
  expect((await screen.findByLabelText<HTMLSelectElement>('Calling code')).value).toBe(code)
})

test('without the list of calling codes a number is typed whole', async () => {
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show({})
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '+4670' } })
  expect(screen.queryByLabelText('Calling code')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('"phone":"+4670"')
})
