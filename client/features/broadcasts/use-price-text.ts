import { useState } from 'react'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { priceOf, priceText } from './price-of.ts'

export type PriceText = {
  text: string
  isWrong: boolean
  onText: (text: string) => void
  onBlur: () => void
  forget: () => void
}

type Given = { price: number; onPrice: (price: number) => void }

/**
 * The text of the price field of a draft. A text that is no price is kept on the device until it is corrected, and the draft
 * has the price from before: the first digits of a price that is too high are none.
 */
export function usePriceText(id: string, { price, onPrice }: Given): PriceText {
  const { values, edit, forget } = useKeptForm(`broadcast-price:${id}`, { wrong: '' })
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null)
  return {
    text: values.wrong || (typed?.text ?? priceText(price)),
    isWrong: values.wrong !== '',
    onText: (text) => {
      const before = typed?.before ?? price
      const read = priceOf(text)
      setTyped({ text, before })
      edit({ wrong: read === null ? text : '' })
      onPrice(read ?? before)
    },
    onBlur: () => setTyped(null),
    forget,
  }
}
