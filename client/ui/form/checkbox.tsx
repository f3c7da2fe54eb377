import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; ref?: Ref<HTMLInputElement> }

export function Checkbox({ label, ...input }: Props) {
  return (
    <label className="inline-flex min-h-target items-center gap-3 text-base text-ink select-none">
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          className="peer size-6 appearance-none rounded-lg border border-control bg-surface transition-colors duration-150 checked:border-accent checked:bg-accent"
        />
        <svg
          viewBox="0 0 16 16"
          className="pointer-events-none absolute size-4 scale-50 text-on-accent opacity-0 transition duration-150 peer-checked:scale-100 peer-checked:opacity-100"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M3 8.5 6.5 12 13 4.5" />
        </svg>
      </span>
      {label}
    </label>
  )
}
