// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TermsFields } from './terms-fields.tsx'
import { useAskedPrice } from './use-asked-price.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

test.each([
  ['150', 150],
  ['١٥٠', 150],
  ['۱۵۰', 150],
  ['007', 7],
  [' 40 ', 40],
  ['10000', 10_000],
  ['123456789', 10_000],
  ['0', 0],
  ['', 0],
])('a price of %j is one of %i tokens, typed at once or key by key', (typed, price) => {
  const pasted = field()
  fireEvent.change(pasted.input, { target: { value: typed } })
  expect(pasted.price()).toBe(price)
  fireEvent.blur(pasted.input)
  expect(pasted.input.value).toBe(price === 0 ? '' : String(price))
  cleanup()
  const { input, price: kept } = field()
  for (const key of typed) fireEvent.change(input, { target: { value: input.value + key } })
  expect(kept()).toBe(price)
  fireEvent.blur(input)
  expect(input.value).toBe(price === 0 ? '' : String(price))
})

test.each(['12.5', '12,50', '١٢٫٥', '1,000', '1.000', '1 000', '١٬٠٠٠', '1a5', '-5', '1e3', '.'])(
  '%j is no price: the field says so, and keeps it to be corrected',
  (typed) => {
    const { input, price, error } = field()
    fireEvent.change(input, { target: { value: '12' } })
    fireEvent.change(input, { target: { value: typed } })
    expect([price(), error()]).toEqual([0, 'Whole tokens only.'])
    fireEvent.blur(input)
    expect([input.value, error()]).toEqual([typed, 'Whole tokens only.'])
    fireEvent.change(input, { target: { value: '12' } })
    expect([price(), error()]).toEqual([12, undefined])
  },
)

test('a price that changes elsewhere is shown', () => {
  const { input, set, error } = field()
  fireEvent.change(input, { target: { value: '12.' } })
  expect(input.value).toBe('12.')
  set(40)
  expect([input.value, error()]).toEqual(['40', undefined])
})

test('a price that is missing is asked for at its field, once, when its author wants to go on', () => {
  const { input, error, ask } = field()
  expect([error(), input.hasAttribute('aria-invalid')]).toEqual([undefined, false])
  expect(ask()).toBe(true)
  expect(document.activeElement).toBe(input)
  expect(error()).toBe('Enter a price from 1 to 10,000 tokens.')
  expect(screen.queryAllByText(/from 1 to 10,000 tokens/i)).toHaveLength(1)
  fireEvent.change(input, { target: { value: '5' } })
  expect([error(), ask()]).toEqual([undefined, false])
})

test('the field tells the bounds', () => {
  field()
  expect(screen.getByText('From 1 to 10,000 tokens')).toBeTruthy()
})

function field() {
  let now = 0
  let give: (price: number) => void = () => {}
  let goOn = () => false
  function Form() {
    const [price, setPrice] = useState(0)
    now = price
    give = setPrice
    const asked = useAskedPrice({ access: 'paid', price })
    goOn = asked.ask
    return (
      <I18nProvider i18n={i18n}>
        <TermsFields
          content={{ access: 'paid', price, scheduledAt: null }}
          hasTime={false}
          asked={asked}
          isReadOnly={false}
          onEdit={(change) => change.price !== undefined && setPrice(change.price)}
        />
      </I18nProvider>
    )
  }
  render(<Form />)
  const input = screen.getByLabelText<HTMLInputElement>('Price in tokens')
  const error = () => document.getElementById(`${input.id}-error`)?.textContent
  const ask = () => {
    let isMissing = false
    act(() => void (isMissing = goOn()))
    return isMissing
  }
  return { input, error, ask, price: () => now, set: (price: number) => act(() => give(price)) }
}
