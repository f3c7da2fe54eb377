import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

export type AccountValues = {
  name: string
  username: string
  email: string
  password: string
  captchaToken?: string | undefined
}

/** The fields that a fan and a creator have in common. */
export function AccountFields({ form }: { form: Pick<UseFormReturn<AccountValues>, 'register' | 'formState'> }) {
  const { t } = useLingui()
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label={t`Name`}
        hint={t`Others see this name.`}
        autoComplete="name"
        dir="auto"
        {...register('name')}
        error={errors.name?.message}
      />
      <TextField
        label={t`Username`}
        hint={t`Letters, digits, dots and underscores; 3 to 30 of them.`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...register('username')}
        error={errors.username?.message}
      />
      <TextField
        label={t`Email`}
        hint={t`We send you a link to confirm this address.`}
        type="email"
        inputMode="email"
        autoComplete="email"
        dir="ltr"
        {...register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label={t`Password`}
        hint={t`At least 10 characters. A few words in a row are easy to remember.`}
        autoComplete="new-password"
        {...register('password')}
        error={errors.password?.message}
      />
    </>
  )
}
