import { Trans, useLingui } from '@lingui/react/macro'
import { Payee } from '@vesper/sync/vesper/api/payouts.ts'
import { useUnit } from 'effector-react'
import { useMemo, useState } from 'react'
import type { FormEvent } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { fieldErrors, errorMessage, translated } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { countriesIn } from '../../../core/i18n/country-names.ts'
import { hashPassword } from '../../../core/session/hash-password.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import { NeedsConnection } from '../../../entities/payments/needs-connection.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { useFieldErrors } from '../../../ui/form/use-field-errors.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { bankFields, checkBank, emptyBank } from './bank-values.ts'
import type { BankErrors, BankValues } from './bank-values.ts'

type Props = { performerId: string; onSaved: () => void; onClose: () => void }

/** A bank account to fill in, with the current password. Nothing of it is kept on the device. */
export function BankForm({ performerId, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const [isOffline, hashes] = useUnit([$offline, $hashesPassword])
  const [values, setValues] = useState(emptyBank)
  const { form, errors, tell, clear } = useFieldErrors<keyof BankErrors>()
  const save = useAction(async (entered: BankValues) => {
    const checked = checkBank(entered)
    tell('errors' in checked ? checked.errors : {})
    if ('errors' in checked) return
    try {
      const body = { ...checked.account, ...(await hashPassword(entered.password, hashes)) }
      const path = `/performers/${performerId}/banking-settings`
      await callApi({ method: 'PUT', path, body, answer: Payee })
    } catch (error) {
      tell(fieldErrors(error, bankFields))
      throw error
    }
    onSaved()
    void showToast('success', t`Bank account saved. We sent you an email about it.`)
  })
  const field = (name: keyof BankErrors) => ({
    value: values[name],
    error: errors[name] && translated(errors[name]),
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      // Read at once: until this runs, React may have put the value from before back into the field.
      setValues((before) => ({ ...before, [name]: value }))
      clear(name)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOffline) void save.run(values)
  }
  const isNamed = Object.keys(errors).length > 0
  return (
    <Dialog title={t`Bank account`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <p className="text-sm">
          <Trans>
            Only the last four characters are ever shown again. Payouts to a new account begin after 48 hours.
          </Trans>
        </p>
        <TextField label={t`Account holder`} autoComplete="name" maxLength={100} {...field('holder')} />
        <TextField
          label={t`Address of the holder`}
          autoComplete="street-address"
          maxLength={300}
          {...field('address')}
        />
        <Country {...field('country')} />
        <Kind chosen={values.kind} onChoose={(kind) => setValues((before) => ({ ...before, kind }))} />
        {values.kind === 'iban' ? (
          <TextField label="IBAN" {...numberField} {...field('iban')} />
        ) : (
          <div className="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2">
            <TextField label={t`Account number`} {...numberField} {...field('account')} />
            <TextField label={t`Routing number`} {...numberField} inputMode="numeric" {...field('routing')} />
          </div>
        )}
        <TextField label="SWIFT" hint={t`Optional. Also called BIC.`} {...numberField} {...field('swift')} />
        <PasswordField label={t`Current password`} autoComplete="current-password" {...field('password')} />
        <FormAlert text={save.error === null || isNamed ? null : errorMessage(save.error)} />
        <NeedsConnection />
        <Button type="submit" busy={save.busy} disabled={isOffline}>
          <Trans>Save bank account</Trans>
        </Button>
      </form>
    </Dialog>
  )
}

const numberField = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, dir: 'ltr' } as const

type CountryProps = {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

function Country(field: CountryProps) {
  const { t, i18n } = useLingui()
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  return (
    <SelectField label={t`Country of the bank`} autoComplete="off" {...field}>
      <option value="">{t`Choose a country`}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

function Kind({ chosen, onChoose }: { chosen: BankValues['kind']; onChoose: (kind: BankValues['kind']) => void }) {
  const { t } = useLingui()
  const names = { iban: t`International number (IBAN)`, account: t`Account and routing number` }
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium text-muted">
        <Trans>Kind of number</Trans>
      </legend>
      {(['iban', 'account'] as const).map((kind) => (
        <label key={kind} className="flex min-h-target items-center gap-3 text-ink">
          <input
            type="radio"
            name="bank-kind"
            className="size-5 accent-accent"
            checked={chosen === kind}
            onChange={() => onChoose(kind)}
          />
          {names[kind]}
        </label>
      ))}
    </fieldset>
  )
}
