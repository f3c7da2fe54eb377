import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { POST_PRICE_MAX, POST_PRICE_MIN } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { hasSignBetweenDigits, typedPrice } from './parse-token-price.ts'

/** `price`, in tokens; 0 for none. */
type Props = { price: number; isReadOnly: boolean; onEdit: (price: number) => void }

/** What somebody pays for a post. */
export function PriceField({ price, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const whole = price === 0 ? '' : String(price)
  const value = typedPrice(typed) === price ? typed : whole
  return (
    <TextField
      label={t`Price in tokens`}
      inputMode="numeric"
      value={value}
      disabled={isReadOnly}
      hint={
        price > 0 && hasSignBetweenDigits(value) ? (
          // Without a sign of its own, which might be read in two ways as well.
          <Plural value={price} one={`That is ${whole} token`} other={`That is ${whole} tokens`} />
        ) : (
          <Trans>
            From {POST_PRICE_MIN} to {POST_PRICE_MAX} tokens
          </Trans>
        )
      }
      error={price < POST_PRICE_MIN ? t`A post that is sold has a price.` : undefined}
      onBlur={() => setTyped(whole)}
      onChange={(event) => {
        setTyped(event.target.value)
        onEdit(typedPrice(event.target.value))
      }}
    />
  )
}
