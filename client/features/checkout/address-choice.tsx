import { Trans, useLingui } from '@lingui/react/macro'
import { ADDRESSES_MAX } from '@vesper/sync/vesper/records/address.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import { addressLines } from '../../entities/addresses/address-lines.ts'
import { Button } from '../../ui/controls/button.tsx'
import { regionNames } from '../../ui/text/number-format.ts'

type Props = {
  addresses: readonly Address[]
  chosen: string | null
  /** Countries that one of the sellers does not send to are not to be chosen. */
  isServed: (country: string) => boolean
  error: string | null
  onChoose: (addressId: string) => void
  onAdd: () => void
}

/** Where parcels go. */
export function AddressChoice({ addresses, chosen, isServed, error, onChoose, onAdd }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      {addresses.length > 0 && (
        <div role="radiogroup" aria-label={t`Delivery address`} className="grid gap-2 sm:grid-cols-2">
          {addresses.map((address) => (
            <Choice
              key={address._id}
              address={address}
              isChosen={address._id === chosen}
              isServed={isServed(address.country)}
              onChoose={() => onChoose(address._id)}
            />
          ))}
        </div>
      )}
      {addresses.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>You have no address yet. Add the one to which your order is sent.</Trans>
        </p>
      )}
      <div role="alert" className="text-sm text-danger-ink empty:absolute">
        {error}
      </div>
      {addresses.length < ADDRESSES_MAX && (
        <Button kind="secondary" className="justify-self-start" onClick={onAdd}>
          <Trans>Add an address</Trans>
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = { address: Address; isChosen: boolean; isServed: boolean; onChoose: () => void }

function Choice({ address, isChosen, isServed, onChoose }: ChoiceProps) {
  const { i18n } = useLingui()
  const country = regionNames(i18n.locale).of(address.country) ?? address.country
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised p-3 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="delivery-address"
        checked={isChosen}
        onChange={onChoose}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5 text-sm wrap-anywhere">
        <bdi className="font-semibold">{address.name}</bdi>
        {addressLines(address, country).map((line) => (
          <bdi key={line} className="text-muted">
            {line}
          </bdi>
        ))}
        {!isServed && (
          <span className="font-semibold text-warn-ink">
            <Trans>Not all of your order is sent to this country.</Trans>
          </span>
        )}
      </span>
    </label>
  )
}
