import { Trans, useLingui } from '@lingui/react/macro'
import type { AddressFields } from '@vesper/sync/vesper/api/addresses.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { PhoneField } from '../../entities/places/phone-field.tsx'
import { CountryField } from '../../entities/places/place-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFieldErrors } from '../../ui/form/use-field-errors.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { changesOf, valuesOf } from './address-values.ts'
import type { AddressValues } from './address-values.ts'

/** Characters of a state or a city. */
const PLACE_MAX = 80

type Props = {
  /** Null for a new one. */
  address: Address | null
  /** Keeps the changes; resolves when they are safe on the device. */
  onSave: (changes: AddressFields) => Promise<void>
  onClose: () => void
}

/** A postal address to fill in. */
export function AddressForm({ address, onSave, onClose }: Props) {
  const { t } = useLingui()
  const [values, setValues] = useState(() => valuesOf(address))
  const { form, errors, tell, clear } = useFieldErrors<keyof AddressValues>()
  const [failure, setFailure] = useState<string | null>(null)
  const set = (name: keyof AddressValues, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    clear(name)
  }
  const field = (name: keyof AddressValues) => ({
    value: values[name],
    // Read at once: until the state is set, React may have put the value from before back into the field.
    onChange: ({ target: { value } }: { target: { value: string } }) => set(name, value),
    error: errors[name] === undefined ? undefined : translated(errors[name]),
  })
  // Another country has other states and cities; the first one may be chosen last.
  const setCountry = (country: string) => {
    setValues((before) => ({ ...before, country, ...(before.country !== '' && { state: '', city: '' }) }))
    clear('country', 'state')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const result = changesOf(address, values)
    if ('errors' in result) return tell(result.errors)
    tell({})
    try {
      if (Object.keys(result.changes).length > 0) await onSave(result.changes)
      onClose()
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  return (
    <Dialog title={address ? t`Change address` : t`Add an address`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField label={t`Name`} autoComplete="name" maxLength={100} {...field('name')} />
        <CountryField
          code={values.country}
          none={t`Choose your country`}
          autoComplete="country"
          {...field('country')}
          onChange={(event) => setCountry(event.target.value)}
        />
        <TextField label={t`Street`} autoComplete="address-line1" maxLength={120} {...field('line1')} />
        <TextField label={t`More about the address`} autoComplete="address-line2" maxLength={120} {...field('line2')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t`Postal code`} autoComplete="postal-code" maxLength={12} {...field('postal')} />
          <TextField label={t`State`} autoComplete="address-level1" maxLength={PLACE_MAX} {...field('state')} />
        </div>
        <TextField label={t`City`} autoComplete="address-level2" maxLength={PLACE_MAX} {...field('city')} />
        <PhoneField
          country={values.country}
          hint={t`For the carrier.`}
          {...field('phone')}
          onChange={(phone) => set('phone', phone)}
        />
        <FormAlert text={failure} />
        <Button type="submit">
          <Trans>Save address</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
