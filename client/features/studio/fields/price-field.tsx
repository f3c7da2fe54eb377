import { Trans, useLingui } from '@lingui/react/macro'
import { POST_PRICE_MAX, POST_PRICE_MIN } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { TextField } from '../../../ui/form/text-field.tsx'
import { parseTokenPrice } from './parse-token-price.ts'
import type { AskedPrice } from './use-asked-price.ts'

/** `price`, in tokens; 0 for none. */
type Props = {
  price: number
  asked: Pick<AskedPrice, 'field' | 'isAsked'>
  isReadOnly: boolean
  onEdit: (price: number) => void
}

/** The price of a post. Text that is no whole number of tokens is no price, and stays in the field until it is corrected. */
export function PriceField({ price, asked, isReadOnly, onEdit }: Props) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const whole = price === 0 ? '' : String(price)
  const parsed = parseTokenPrice(typed)
  const isTyped = (parsed ?? 0) === price
  const isRefused = isTyped && parsed === null
  const [least, most] = [i18n.number(POST_PRICE_MIN), i18n.number(POST_PRICE_MAX)]
  const error = isRefused
    ? t`Whole tokens only.`
    : asked.isAsked
      ? t`Enter a price from ${least} to ${most} tokens.`
      : undefined
  return (
    <TextField
      label={t`Price in tokens`}
      inputMode="numeric"
      value={isTyped ? typed : whole}
      disabled={isReadOnly}
      ref={asked.field}
      // The bounds are said once.
      hint={
        !asked.isAsked && (
          <Trans>
            From {least} to {most} tokens
          </Trans>
        )
      }
      error={error}
      onBlur={() => !isRefused && setTyped(whole)}
      onChange={(event) => {
        setTyped(event.target.value)
        onEdit(parseTokenPrice(event.target.value) ?? 0)
      }}
    />
  )
}
