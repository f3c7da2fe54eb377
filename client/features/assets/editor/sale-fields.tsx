import { Trans, useLingui } from '@lingui/react/macro'
import { translated } from '../../../core/api/error-message.ts'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import type { FieldErrors } from './asset-form.ts'
import { ShipsTo } from './ships-to.tsx'
import type { AssetEditing } from './use-asset-form.ts'

type Props = { editing: AssetEditing; errors: FieldErrors; isReadOnly: boolean }

/** The terms on which a product is sold: how many there are, for whom, and where it is sent. */
export function SaleFields({ editing: { form, edit }, errors, isReadOnly }: Props) {
  const { t } = useLingui()
  const said = (error: string | undefined) => error && translated(error)
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={t`Type`}
        value={form.type}
        onChange={(event) => edit({ type: event.target.value === 'digital' ? 'digital' : 'physical' })}
      >
        <option value="physical">{t`A thing that you send`}</option>
        <option value="digital">{t`A file to download`}</option>
      </SelectField>
      <TextField
        label={t`In stock`}
        inputMode="numeric"
        value={form.stock}
        hint={<Trans>Leave empty if it never runs out.</Trans>}
        error={said(errors.stock)}
        onChange={(event) => edit({ stock: event.target.value })}
      />
      <TextField
        label={t`Limit for each buyer`}
        inputMode="numeric"
        value={form.limitPerBuyer}
        hint={<Trans>Leave empty for any number.</Trans>}
        error={said(errors.limitPerBuyer)}
        onChange={(event) => edit({ limitPerBuyer: event.target.value })}
      />
      {form.type === 'physical' && (
        <>
          <TextField
            label={t`Shipping in tokens`}
            inputMode="numeric"
            value={form.shippingPrice}
            hint={<Trans>Once for an order: the highest of its products counts.</Trans>}
            error={said(errors.shippingPrice)}
            onChange={(event) => edit({ shippingPrice: event.target.value })}
          />
          <ShipsTo countries={form.shipsTo} isReadOnly={isReadOnly} onChange={(shipsTo) => edit({ shipsTo })} />
        </>
      )}
    </div>
  )
}
