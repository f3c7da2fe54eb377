import { useId } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { FieldNotes, noteIds } from './field-notes.tsx'

export const controlClass =
  'block w-full min-h-12 rounded-control border border-control bg-surface px-4 text-base text-ink placeholder:text-faint ' +
  'transition-colors duration-150 hover:border-accent-ink focus:border-accent-ink focus:outline-2 focus:outline-offset-0 ' +
  'focus:outline-accent-ink aria-invalid:border-danger-ink disabled:opacity-60'

type ControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = {
  label: string
  hint?: ReactNode
  /** The fault of the value, fit for the user. */
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A control with its name, its hint and its error, tied together for assistive technology. */
export function Field({ label, hint, error, className, children }: Props) {
  const id = useId()
  const described = noteIds(id, { hint, error })
  const control: ControlProps = { id }
  if (described) control['aria-describedby'] = described
  if (error) control['aria-invalid'] = true
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      {children(control)}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
