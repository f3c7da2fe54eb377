import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CARRIER_MAX, Parcel, TRACKING_NUMBER_MAX } from '@vesper/sync/vesper/api/order-fields.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { textOf, translated } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { ship } from './ship.ts'

type Props = { sales: readonly Order[]; onClose: () => void }

/** Marks orders as sent, each with its own tracking number. The carrier is the same for all of them. */
export function ShipDialog({ sales, onClose }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [url, setUrl] = useState('')
  const [only, ...others] = sales
  const isOne = only !== undefined && others.length === 0
  const trackingUrl = isOne && url.trim() !== '' ? url.trim() : null
  const checked = v.safeParse(Parcel, { carrier, trackingUrl })
  const error = checked.success ? undefined : translated(checked.issues[0].message)
  const save = () => {
    onClose()
    for (const sale of sales) {
      const parcel = { carrier: carrier.trim(), trackingNumber: (numbers[sale._id] ?? '').trim(), trackingUrl }
      ship(sync, sale, parcel).catch((failure: unknown) => void showToast('error', textOf(failure)))
    }
  }
  return (
    <Dialog
      title={t`Mark as shipped`}
      onClose={onClose}
      actions={
        <Button disabled={!checked.success} onClick={save}>
          {isOne ? (
            <Trans>Mark as shipped</Trans>
          ) : (
            <Plural value={sales.length} one="Mark # as shipped" other="Mark # as shipped" />
          )}
        </Button>
      }
    >
      <TextField
        label={t`Carrier`}
        hint={<Trans>Optional</Trans>}
        value={carrier}
        maxLength={CARRIER_MAX}
        onChange={(event) => setCarrier(event.currentTarget.value)}
      />
      {sales.map(({ _id, number, buyer }) => (
        <TextField
          key={_id}
          label={isOne ? t`Tracking number` : t`Tracking number for ${number}, ${buyer.name}`}
          autoComplete="off"
          autoCapitalize="characters"
          dir="ltr"
          maxLength={TRACKING_NUMBER_MAX}
          value={numbers[_id] ?? ''}
          onChange={(event) => setNumbers({ ...numbers, [_id]: event.currentTarget.value })}
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
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
