import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { TextField } from '../../ui/form/text-field.tsx'

/** Takes a code of an authenticator app; a phone offers it from a message, too. */
export function CodeField(props: Pick<ComponentProps<typeof TextField>, 'name' | 'autoFocus' | 'ref'>) {
  const { t } = useLingui()
  return (
    <TextField
      {...props}
      label={t`Code of the authenticator app`}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={10}
    />
  )
}
