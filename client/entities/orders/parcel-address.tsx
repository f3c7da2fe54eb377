import { useLingui } from '@lingui/react/macro'
import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { regionNames } from '../../ui/text/number-format.ts'
import { addressLines } from '../addresses/address-lines.ts'

/** Where a parcel goes, as on its label. */
export function ParcelAddress({ address }: { address: OrderAddress }) {
  const { i18n } = useLingui()
  const country = regionNames(i18n.locale).of(address.country) ?? address.country
  return (
    <address className="not-italic wrap-anywhere">
      <bdi className="block font-semibold">{address.name}</bdi>
      {addressLines(address, country).map((line) => (
        <bdi key={line} className="block">
          {line}
        </bdi>
      ))}
      {address.phone && (
        <span dir="ltr" className="block text-start text-muted">
          {address.phone}
        </span>
      )}
    </address>
  )
}
