// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { StreamSettings } from '@vesper/sync/vesper/api/live-streams.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ShowSettings } from './show-settings.tsx'

const calls = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: calls.call }))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: () => {} }))

const settings: StreamSettings = {
  ...{ title: '', access: 'public', price: 50, privateRate: 60, privateMinimum: 3, groupRate: 20, groupMinimum: 2 },
  ...{ groupMaximum: 20, acceptsPrivate: false, record: false, awayDuringPrivate: true },
  chat: { slowSeconds: 0, followersMinutes: null, subscribersOnly: false, blockedTerms: [] },
}
const onSaved = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  calls.call.mockReset().mockResolvedValue(settings)
  onSaved.mockReset()
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <ShowSettings settings={settings} onSaved={onSaved} />
      </I18nProvider>
    </Provider>,
  )
})
afterEach(cleanup)

const rate = () => screen.getByLabelText<HTMLInputElement>('Private show, tokens a minute')
const type = (value: string) => fireEvent.change(rate(), { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const press = () => act(async () => void fireEvent.click(save()))

test('rates and switches are saved as they stand', async () => {
  type('٩٠')
  fireEvent.click(screen.getByLabelText('Fans may ask for a private show'))
  await press()
  expect(calls.call.mock.calls).toMatchObject([
    [
      {
        ...{ method: 'PUT', path: '/streaming/update' },
        body: {
          ...{ privateRate: 90, privateMinimum: 3, groupRate: 20, groupMinimum: 2, groupMaximum: 20 },
          ...{ acceptsPrivate: true, awayDuringPrivate: true },
        },
      },
    ],
  ])
  expect(onSaved).toHaveBeenCalledTimes(1)
})

test.each(['0', '1001', '2.5', ''])('a rate of "%s" is told beside its field, and is not saved', (typed) => {
  type(typed)
  expect(screen.getByText('Choose a whole number, from 1 to 1000.')).toBeTruthy()
  expect(save().disabled).toBe(true)
})

test('a refusal is shown, and what was typed stays', async () => {
  calls.call.mockRejectedValue(new Refusal('invalid', 'A group show takes at least as many fans as it begins with.'))
  type('75')
  await press()
  expect(screen.getByText('A group show takes at least as many fans as it begins with.')).toBeTruthy()
  expect([rate().value, onSaved.mock.calls.length]).toEqual(['75', 0])
})
