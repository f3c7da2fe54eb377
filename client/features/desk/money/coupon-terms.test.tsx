// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endShow, showAsStaff } from '../site/testing/show-as-staff.tsx'
import { CouponsTab } from './coupons-tab.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

let coupon: DeskCoupon
let sent: { path: string; body: unknown }[]

beforeEach(() => {
  coupon = {
    ...{ _id: '0190a5a0-0000-7000-8000-000000000001', code: 'SPRING', kinds: ['product'], percent: 20, off: null },
    ...{ minimum: 0, uses: 100, usesEach: 1, creator: null, from: null, until: '2099-01-31', used: 3, isOn: true },
  }
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async (call: { method?: string; path: string; body: unknown }) => {
    if (call.method === undefined) return { data: [coupon], total: 1 }
    sent.push(call)
    return { success: true }
  })
})
afterEach(endShow)

const uses = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Uses over all' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const open = async () => {
  showAsStaff(<CouponsTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit SPRING' }))
}

test('the uses and the last day change, and the dialog says why the rest stays', async () => {
  await open()
  expect(screen.getByText(/somebody may have paid by them/)).toBeTruthy()
  fireEvent.change(uses(), { target: { value: 'x' } })
  press('Save coupon')
  expect(await screen.findByText('Enter a whole number.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(uses(), { target: { value: '' } })
  press('Save coupon')
  const body = { uses: null, until: '2099-01-31', seen: { uses: 100, until: '2099-01-31' } }
  await waitFor(() => expect(sent).toMatchObject([{ path: `/desk/coupons/${coupon._id}/terms`, body }]))
})

test('a refused number stays in its field, and one of another person is offered', async () => {
  await open()
  fireEvent.change(uses(), { target: { value: '2' } })
  const message = 'It was used 3 times already. Choose no fewer uses.'
  callApi.mockRejectedValueOnce(new Refusal('invalid', message, [{ path: 'uses', message }]))
  press('Save coupon')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(uses().value).toBe('2')
  coupon = { ...coupon, uses: 50 }
  callApi.mockRejectedValueOnce(new Refusal('conflict', 'Another person has changed this coupon. Look again.'))
  press('Save coupon')
  expect(await screen.findByRole('region', { name: 'Changed by somebody else' })).toBeTruthy()
  press('Take theirs')
  expect(uses().value).toBe('50')
})
