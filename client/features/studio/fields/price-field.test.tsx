// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TermsPart } from './terms-fields.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

test.each([
  ['150', 150],
  ['١٥٠', 150],
  ['۱۵۰', 150],
  ['1a5', 15],
  ['007', 7],
  ['12.5', 12],
  ['12,50', 12],
  ['١٢٫٥', 12],
  ['1,000', 1_000],
  ['1.000', 1_000],
  ['10,000', 10_000],
  ['1.500,50', 1_500],
  ['1 000', 1_000],
  ['١٬٠٠٠', 1_000],
  ['١،٠٠٠', 1_000],
  ['۱,۵۰۰', 1_500],
  ['١٢،٥', 12],
  ['١٢٫٥٠٠', 12],
  ['١٬٥٠٠٫٥٠', 1_500],
  ['123456789', 10_000],
  ['0.5', 0],
  ['0.500', 0],
  [' 0.500', 0],
  ['.', 0],
  ['12.5000', 12],
  ['10,0000', 10],
  ['1,000,0000', 1_000],
  ['12.507', 10_000],
])('[STUDIO-32] a price of %j is one of %i tokens, typed at once or key by key', (typed, price) => {
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

test('[STUDIO-32] what is typed stays as it is until the field is left, and is read anew with each key', () => {
  const { input, price } = field()
  const seen = ['1', '1,', '1,2', '1,25', '1,250', '1,2500', '1,250', '1,25'].map((value) => {
    fireEvent.change(input, { target: { value } })
    return [input.value, price()]
  })
  expect(seen).toEqual([
    ['1', 1],
    ['1,', 1],
    ['1,2', 1],
    ['1,25', 1],
    ['1,250', 1_250],
    ['1,2500', 1],
    ['1,250', 1_250],
    ['1,25', 1],
  ])
  fireEvent.blur(input)
  expect(input.value).toBe('1')
})

test('[STUDIO-32] a key that was not meant is taken back with the next', () => {
  const { input, price } = field()
  for (const key of '12.50') fireEvent.change(input, { target: { value: input.value + key } })
  fireEvent.change(input, { target: { value: `${input.value}7` } })
  fireEvent.change(input, { target: { value: input.value.slice(0, -1) } })
  expect([input.value, price()]).toEqual(['12.50', 12])
})

test('[STUDIO-32] a price that changes elsewhere is shown', () => {
  const { input, set } = field()
  fireEvent.change(input, { target: { value: '12.' } })
  expect(input.value).toBe('12.')
  set(40)
  expect(input.value).toBe('40')
})

test.each([
  ['12.507', 'That is 10000 tokens'],
  ['1,000', 'That is 1000 tokens'],
  ['1.5', 'That is 1 token'],
  ['١٢٫٥', 'That is 12 tokens'],
  ['150', 'From 1 to 10000 tokens'],
  ['١٥٠', 'From 1 to 10000 tokens'],
  ['1 000', 'From 1 to 10000 tokens'],
  ['١٬٠٠٠', 'From 1 to 10000 tokens'],
  ['12.', 'From 1 to 10000 tokens'],
  ['0.5', 'From 1 to 10000 tokens'],
])('[STUDIO-32] while %j is typed, its field says: %s', (typed, said) => {
  const { input } = field()
  const [described] = input.getAttribute('aria-describedby')?.split(' ') ?? []
  const hint = document.getElementById(described ?? '')
  fireEvent.change(input, { target: { value: typed } })
  expect(hint?.textContent).toBe(said)
  fireEvent.blur(input)
  expect(hint?.textContent).toBe('From 1 to 10000 tokens')
})

function field() {
  let now = 0
  let give: (price: number) => void = () => {}
  function Form() {
    const [price, setPrice] = useState(0)
    now = price
    give = setPrice
    return (
      <I18nProvider i18n={i18n}>
        <TermsPart
          content={{ access: 'paid', price, scheduledAt: null }}
          isReadOnly={false}
          onEdit={(change) => change.price !== undefined && setPrice(change.price)}
        />
      </I18nProvider>
    )
  }
  render(<Form />)
  const input = screen.getByLabelText<HTMLInputElement>('Price in tokens')
  return { input, price: () => now, set: (price: number) => act(() => give(price)) }
}
