// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { ProfileForm } from './profile-form.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const lists: Record<string, unknown> = {
  '/countries/list': [],
  '/states/SE': [
    { code: '26', name: 'Stockholm' },
    { code: '27', name: 'Skåne' },
  ],
  '/states/SG': [],
  '/cities/SE/26': [{ name: 'Solna' }, { name: 'Täby' }],
  '/cities/SE/27': [{ name: 'Lund' }],
  '/cities/SG/-': [{ name: 'Singapore' }],
  '/phone-codes/list': [{ country: 'SE', name: 'Sweden', code: '+46', flag: '' }],
}

const fan: Profile = {
  ...{ _id: 'me', email: null, emailVerified: false, username: 'ada', name: 'Ada', bio: '', avatar: null },
  ...{ cover: null, isPerformer: false, balance: 0, verification: null, createdAt: '', updatedAt: '' },
}
const inSolna = { ...fan, country: 'SE', state: 'Stockholm', city: 'Solna' }
const onSave = vi.fn(async () => {})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  beginScope({ state: 'signed-out' })
  onSave.mockClear()
  vi.mocked(callApi).mockImplementation(async ({ path }) => lists[path])
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function show(user: Profile): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <ProfileForm user={user} refused={null} onSave={onSave} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const choose = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => fireEvent.click(screen.getByText('Save changes'))
const stateOffers = (name: string) => waitFor(() => within(field('State')).getByText(name))

test('a fan chooses a country, then a state of it, then a city of that', async () => {
  show(fan)
  expect([field('State').disabled, field('City').disabled]).toEqual([true, true])
  choose('Country', 'SE')
  await stateOffers('Skåne')
  expect(field('City').disabled).toBe(true)
  choose('State', 'Skåne')
  choose('City', 'lund')
  choose('Language', 'sv')
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '+46 70 123 45 67' } })
  await waitFor(() => expect(document.querySelector('datalist option[value="Lund"]')).not.toBeNull())
  save()
  const changes = { country: 'SE', state: 'Skåne', city: 'Lund', language: 'sv', phone: '+46701234567' }
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ changes, replaced: [] }))
})

test('a state cannot be typed while the list of a country loads', async () => {
  let answer: (states: unknown) => void = () => {}
  vi.mocked(callApi).mockImplementation(async ({ path }) =>
    path === '/states/SE' ? new Promise((resolve) => (answer = resolve)) : lists[path],
  )
  show(fan)
  choose('Country', 'SE')
  await waitFor(() => expect(callApi).toHaveBeenCalledWith(expect.objectContaining({ path: '/states/SE' })))
  expect([field('State').tagName, field('State').disabled]).toEqual(['SELECT', true])
  answer(lists['/states/SE'])
  await stateOffers('Skåne')
  expect(field('State').disabled).toBe(false)
})

test('another country empties state and city, and a country without states asks for none', async () => {
  show(inSolna)
  await stateOffers('Skåne')
  choose('Country', 'SG')
  await waitFor(() => expect(screen.queryByLabelText('State')).toBeNull())
  expect(field('City').value).toBe('')
  choose('City', 'Singapore')
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  const changes = { country: 'SG', state: null, city: 'Singapore' }
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ changes }))
})

test('a city of another state is told at its field, and what was typed stays', async () => {
  show(inSolna)
  await waitFor(() => expect(document.querySelector('datalist option[value="Solna"]')).not.toBeNull())
  choose('City', 'Lund')
  save()
  await waitFor(() => expect(field('City').getAttribute('aria-invalid')).toBe('true'))
  expect([field('City').value, screen.getByText('Choose a city of the list.').textContent]).toEqual([
    'Lund',
    'Choose a city of the list.',
  ])
  expect(onSave).not.toHaveBeenCalled()
})

test('a place that no list has any more does not keep the rest from being saved', async () => {
  show({ ...inSolna, city: 'Gone' })
  await stateOffers('Skåne')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada L.' } })
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ changes: { name: 'Ada L.' } }))
})

test('without a connection and a kept list a place is typed', async () => {
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show(fan)
  choose('Country', 'SE')
  await waitFor(() => expect(field('State').tagName).toBe('INPUT'))
  choose('State', 'Skåne')
  choose('City', 'Lund')
  save()
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  expect(onSave).toHaveBeenCalledWith(
    expect.objectContaining({ changes: { country: 'SE', state: 'Skåne', city: 'Lund' } }),
  )
})

test('with a kept list a state is chosen without a connection', async () => {
  show(inSolna)
  await stateOffers('Skåne')
  cleanup()
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  show(inSolna)
  await stateOffers('Skåne')
})

test('a half-typed place survives a reload', async () => {
  show(fan)
  choose('Country', 'SE')
  await stateOffers('Skåne')
  choose('State', 'Skåne')
  choose('City', 'Lun')
  cleanup()
  show(fan)
  await stateOffers('Skåne')
  expect([field('Country').value, field('State').value, field('City').value]).toEqual(['SE', 'Skåne', 'Lun'])
})

test('the place of a creator is asked for on the page alone', () => {
  show({ ...fan, isPerformer: true })
  expect(screen.queryByLabelText('Country')).toBeNull()
})
