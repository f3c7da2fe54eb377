import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from './spinner.tsx'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

const kinds: Record<Kind, string> = {
  // Nothing that cannot be pressed looks like the next step.
  primary:
    'bg-accent text-on-accent shadow-accent hover:bg-accent-strong disabled:bg-raised disabled:text-muted disabled:shadow-none',
  secondary: 'bg-raised text-ink border border-line hover:bg-overlay',
  quiet: 'text-accent-ink hover:bg-raised',
  danger: 'bg-danger text-white hover:brightness-110',
}

const base =
  'inline-flex min-h-target items-center justify-center gap-2 rounded-control px-5 py-2 text-base font-semibold select-none ' +
  'transition duration-150 ease-out active:scale-[0.98] disabled:pointer-events-none disabled:opacity-55'

/** The classes of a button, for a link that looks like one. */
export function buttonClass(kind: Kind = 'primary', className?: string): string {
  return cx(base, kinds[kind], className)
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement> | undefined
  kind?: Kind
  /** Shows that what was asked for is under way; a second press does nothing. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ kind = 'primary', busy = false, icon, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={buttonClass(kind, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; kind?: Kind }

/** A button that shows only an icon; `label` is its name. */
export function IconButton({ label, kind = 'quiet', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-target shrink-0 place-items-center rounded-full transition duration-150 ease-out active:scale-95 disabled:opacity-55',
        kinds[kind],
        className,
      )}
    >
      {children}
    </button>
  )
}
