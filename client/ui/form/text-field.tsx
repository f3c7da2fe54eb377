import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { controlClass, Field } from './field.tsx'
import { PastedOverflow, usePastedOverflow } from './pasted-overflow.tsx'

type Shared = { label: string; hint?: ReactNode; error?: string | undefined; fieldClassName?: string }

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & Shared & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, hint, error, fieldClassName, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(fieldClassName ? { className: fieldClassName } : {})}>
      {(control) => <input {...input} {...control} className={cx(controlClass, className)} />}
    </Field>
  )
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Shared & { ref?: Ref<HTMLTextAreaElement> }

/** Says so where a pasted text exceeds `maxLength`. */
export function TextArea({ label, hint, error, fieldClassName, className, ...input }: TextAreaProps) {
  const overflow = usePastedOverflow()
  return (
    <Field label={label} hint={hint} error={error} {...(fieldClassName ? { className: fieldClassName } : {})}>
      {(control) => (
        <>
          <textarea
            {...input}
            {...control}
            onInput={overflow.onInput}
            onPaste={overflow.onPaste}
            dir="auto"
            className={cx(controlClass, 'field-sizing-content min-h-24 py-3', className)}
          />
          <PastedOverflow count={overflow.count} />
        </>
      )}
    </Field>
  )
}

type SelectProps = Shared & {
  ref?: Ref<HTMLSelectElement>
  children: ReactNode
} & InputHTMLAttributes<HTMLSelectElement>

export function SelectField({ label, hint, error, fieldClassName, className, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} {...(fieldClassName ? { className: fieldClassName } : {})}>
      {(control) => (
        <select {...select} {...control} className={cx(controlClass, className)}>
          {children}
        </select>
      )}
    </Field>
  )
}
