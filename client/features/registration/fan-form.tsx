import { Trans } from '@lingui/react/macro'
import { RegisterUser } from '@vesper/sync/vesper/api/auth.ts'
import { useForm } from 'react-hook-form'
import { CaptchaField } from '../../core/captcha/captcha-field.tsx'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { useFormDraft } from '../../core/forms/use-form-draft.ts'
import { useFormAlert } from '../../core/forms/use-form-alert.ts'
import { schemaResolver } from '../../core/forms/valibot-resolver.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { AccountFields } from './account-fields.tsx'
import type { AccountValues } from './account-fields.tsx'

const DRAFT = 'register-fan'
const empty: AccountValues = { name: '', username: '', email: '', password: '' }

/** Resolves `onRegister` or shows why it was refused; what was typed stays. */
export function FanForm({ onRegister }: { onRegister: (values: AccountValues) => Promise<void> }) {
  const form = useForm<AccountValues>({
    defaultValues: { ...empty, ...tabForms.read(DRAFT) },
    resolver: schemaResolver(RegisterUser),
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
