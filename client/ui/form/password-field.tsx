import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { controlClass, Field } from './field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'dir'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * A password, hidden until asked to show itself; pasting and password managers work. It runs from left to right on every
 * page, and the button stands at its end.
 */
export function PasswordField({ label, hint, error, className, ...input }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div dir="ltr" className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(controlClass, 'pe-20', className)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={shown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 end-1 min-w-target rounded-control px-3 text-sm font-semibold text-accent-ink"
          >
            {shown ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
          </button>
        </div>
      )}
    </Field>
  )
}
