import { Trans, useLingui } from '@lingui/react/macro'
import { RegisterUser } from '@vesper/sync/vesper/api/auth.ts'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { valibotResolver } from '../../core/forms/valibot-resolver.ts'
import { countriesIn } from '../../core/i18n/country-names.ts'
import { CaptchaField } from '../../entities/captcha/captcha-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { AccountFields } from './account-fields.tsx'
import type { AccountValues } from './account-fields.tsx'

const DRAFT = 'register-fan'

/** An empty text is no country. */
export type FanValues = AccountValues & { country: string }

const empty: FanValues = { name: '', username: '', email: '', password: '', country: '' }

/** Resolves `onRegister` or shows why it was refused; what was typed stays. */
export function FanForm({ onRegister }: { onRegister: (values: FanValues) => Promise<void> }) {
  const { t, i18n } = useLingui()
  // Without flags, which come with much that a newcomer on a slow connection need not wait for.
  const countries = useMemo(() => countriesIn(i18n.locale), [i18n.locale])
  const form = useForm<FanValues>({
    defaultValues: { ...empty, ...tabForms.read(DRAFT) },
    resolver: valibotResolver(v.object({ ...RegisterUser.entries, country: v.string() })),
  })
  useFormDraft(DRAFT, form)
  const { alert, show, clear } = useFormAlert(form)
  const submit = form.handleSubmit(async (values) => {
    clear()
    try {
      await onRegister(values)
    } catch (error) {
      show(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <AccountFields form={form} />
      <SelectField
        label={t`Country`}
        hint={t`Nobody else sees this. You can leave it out.`}
        autoComplete="country"
        {...form.register('country')}
        error={form.formState.errors.country?.message}
      >
        <option value="">{t`Not told`}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <CaptchaField
        onToken={(token) => form.setValue('captchaToken', token)}
        error={form.formState.errors.captchaToken?.message}
        sent={form.formState.submitCount}
      />
      <FormAlert text={alert} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        <Trans>Sign up</Trans>
      </Button>
    </form>
  )
}
