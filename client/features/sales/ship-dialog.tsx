import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CARRIER_MAX, Parcel, TRACKING_NUMBER_MAX } from '@vesper/sync/vesper/api/order-fields.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import * as v from 'valibot'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ship } from './ship.ts'

type Props = { sales: readonly Order[]; onClose: () => void }

/** Marks orders as sent, each with its own tracking number. The carrier is the same for all of them. */
export function ShipDialog({ sales, onClose }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const [only, ...others] = sales
  // By order: another selection takes away no number that was typed.
  const { values, edit } = useKeptForm<Record<string, string>>('ship', {})
  const urlName = `url:${only?._id ?? ''}`
  const { carrier = '', [urlName]: url = '' } = values
  const isOne = only !== undefined && others.length === 0
  const trackingUrl = isOne && url.trim() !== '' ? url.trim() : null
  const checked = v.safeParse(Parcel, { carrier, trackingUrl })
  const error = checked.success ? undefined : translated(checked.issues[0].message)
  const save = useAction(async () => {
    for (const sale of sales) {
      const trackingNumber = (values[sale._id] ?? '').trim()
      await ship(sync, sale, { carrier: carrier.trim(), trackingNumber, trackingUrl })
    }
    edit({ carrier: '', [urlName]: '', ...Object.fromEntries(sales.map(({ _id }) => [_id, ''])) })
    onClose()
  })
  return (
    <StepDialog
      title={t`Mark as shipped`}
      busy={save.busy}
      failure={save.error === null ? null : errorMessage(save.error)}
      yes={
        isOne ? (
          <Trans>Mark as shipped</Trans>
        ) : (
          <Plural value={sales.length} one="Mark # as shipped" other="Mark # as shipped" />
        )
      }
      isReady={checked.success}
      onYes={() => void save.run()}
      onClose={onClose}
    >
      <TextField
        label={t`Carrier`}
        hint={<Trans>Optional</Trans>}
        value={carrier}
        maxLength={CARRIER_MAX}
        onChange={(event) => edit({ carrier: event.currentTarget.value })}
      />
      {sales.map(({ _id, number, buyer }) => (
        <TextField
          key={_id}
          label={isOne ? t`Tracking number` : t`Tracking number for ${number}, ${buyer.name}`}
          autoComplete="off"
          autoCapitalize="characters"
          dir="ltr"
          maxLength={TRACKING_NUMBER_MAX}
          value={values[_id] ?? ''}
          onChange={(event) => edit({ [_id]: event.currentTarget.value })}
        />
      ))}
      {isOne && (
        <TextField
          label={t`Address to follow the parcel`}
          hint={<Trans>Optional, beginning with https://</Trans>}
          type="url"
          dir="ltr"
          value={url}
          error={error}
          onChange={(event) => edit({ [urlName]: event.currentTarget.value })}
        />
      )}
    </StepDialog>
  )
}
