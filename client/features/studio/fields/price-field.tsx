import { Trans, useLingui } from '@lingui/react/macro'
import { POST_PRICE_MAX, POST_PRICE_MIN } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { TextField } from '../../../ui/form/text-field.tsx'
import { parseTokenPrice } from './parse-token-price.ts'

/** `price`, in tokens; 0 for none. */
type Props = { price: number; isReadOnly: boolean; onEdit: (price: number) => void }

/** The price of a post. Text that is no whole number of tokens is no price, and stays in the field until it is corrected. */
export function PriceField({ price, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const whole = price === 0 ? '' : String(price)
  const parsed = parseTokenPrice(typed)
  const isTyped = (parsed ?? 0) === price
  const isRefused = isTyped && parsed === null
  return (
    <TextField
      label={t`Price in tokens`}
      inputMode="numeric"
      value={isTyped ? typed : whole}
      disabled={isReadOnly}
      hint={
        <Trans>
          From {POST_PRICE_MIN} to {POST_PRICE_MAX} tokens
        </Trans>
      }
      error={
        isRefused ? t`Whole tokens only.` : price < POST_PRICE_MIN ? t`A post that is sold has a price.` : undefined
      }
      onBlur={() => !isRefused && setTyped(whole)}
      onChange={(event) => {
        setTyped(event.target.value)
        onEdit(parseTokenPrice(event.target.value) ?? 0)
      }}
    />
  )
}
