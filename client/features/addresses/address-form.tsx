import { Trans, useLingui } from '@lingui/react/macro'
import type { AddressFields } from '@vesper/sync/vesper/api/addresses.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import { useMemo, useState } from 'react'
import type { FormEvent } from 'react'
import { textOf, translated } from '../../core/api/error-message.ts'
import { countriesIn } from '../../core/creators/countries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { changesOf, valuesOf } from './address-values.ts'
import type { AddressValues } from './address-values.ts'

type Props = {
  /** Null for a new one. */
  address: Address | null
  /** Keeps the changes; resolves when they are safe on the device. */
  onSave: (changes: AddressFields) => Promise<void>
  onClose: () => void
}

/** A postal address to fill in. */
export function AddressForm({ address, onSave, onClose }: Props) {
  const { t, i18n } = useLingui()
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const [values, setValues] = useState(() => valuesOf(address))
  const [errors, setErrors] = useState<Partial<AddressValues>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const field = (name: keyof AddressValues) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
    error: errors[name] === undefined ? undefined : translated(errors[name]),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    const result = changesOf(address, values)
    if ('errors' in result) return setErrors(result.errors)
    setErrors({})
    try {
      if (Object.keys(result.changes).length > 0) await onSave(result.changes)
      onClose()
    } catch (error) {
      setFailure(textOf(error))
    }
  }
  return (
    <Dialog title={address ? t`Change address` : t`Add an address`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField label={t`Name`} autoComplete="name" maxLength={100} {...field('name')} />
        <TextField label={t`Street`} autoComplete="address-line1" maxLength={120} {...field('line1')} />
        <TextField label={t`More about the address`} autoComplete="address-line2" maxLength={120} {...field('line2')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t`Postal code`} autoComplete="postal-code" maxLength={12} {...field('postal')} />
          <TextField label={t`City`} autoComplete="address-level2" maxLength={80} {...field('city')} />
        </div>
        <TextField label={t`State`} autoComplete="address-level1" maxLength={80} {...field('state')} />
        <SelectField label={t`Country`} autoComplete="country" {...field('country')}>
          <option value="">{t`Choose your country`}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Phone`}
          hint={t`With the country code, for the carrier.`}
          type="tel"
          autoComplete="tel"
          dir="ltr"
          {...field('phone')}
        />
        <FormAlert text={failure} />
        <Button type="submit">
          <Trans>Save address</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
