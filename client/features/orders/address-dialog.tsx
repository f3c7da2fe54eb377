import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { inOrder, addressLines } from '../../entities/addresses/address-lines.ts'
import { StepDialog } from '../../entities/orders/step-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { regionNames } from '../../ui/text/number-format.ts'

/** The form of a new address, which tells the id of what it has saved. */
export type AddressForm = (form: { onSaved: (addressId: string) => void; onClose: () => void }) => ReactNode

type Props = {
  busy: boolean
  failure: string | null
  addressForm: AddressForm
  onChoose: (addressId: string) => void
  onClose: () => void
}

/** Has an order sent somewhere else. */
export function AddressDialog({ busy, failure, addressForm, onChoose, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { db } = useSync()
  const addresses = useLiveQuery(async () => inOrder(await db.addresses.toArray()), [db]) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const unsent = useLiveQuery(async () => {
    const waiting = await db.outbox.where('lane').equals('addresses').toArray()
    return waiting.some(({ state, args }) => state !== 'rejected' && (args as { _id?: string })._id === chosen)
  }, [db, chosen])
  if (isAdding) return addressForm({ onSaved: setChosen, onClose: () => setAdding(false) })
  const country = (code: string) => regionNames(i18n.locale).of(code) ?? code
  return (
    <StepDialog
      title={t`Send it somewhere else`}
      {...{ failure, onClose }}
      busy={busy || (chosen !== null && unsent === true)}
      yes={<Trans>Change address</Trans>}
      isReady={chosen !== null}
      onYes={() => chosen && onChoose(chosen)}
    >
      <div role="radiogroup" aria-label={t`Delivery address`} className="grid gap-2">
        {addresses.map((address) => (
          <label
            key={address._id}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised p-3 text-sm text-ink has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="new-delivery-address"
              checked={address._id === chosen}
              onChange={() => setChosen(address._id)}
              className="mt-1 size-5 shrink-0 accent-accent"
            />
            <span className="grid min-w-0 wrap-anywhere">
              <bdi className="font-semibold">{address.name}</bdi>
              <bdi className="text-muted">{addressLines(address, country(address.country)).join(', ')}</bdi>
            </span>
          </label>
        ))}
      </div>
      {unsent && (
        <p role="status" className="text-sm">
          <Trans>The new address is being sent. It needs a connection.</Trans>
        </p>
      )}
      <Button kind="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
        <Trans>Add an address</Trans>
      </Button>
    </StepDialog>
  )
}
