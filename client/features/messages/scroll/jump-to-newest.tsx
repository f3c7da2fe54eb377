import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowDown } from 'lucide-react'

type Props = {
  /** Messages below that nobody has looked at. */
  count: number
  onJump: () => void
}

/** Scrolling draws the button again and again, and this once. */
const sign = <ArrowDown className="size-5" aria-hidden="true" />

export function JumpToNewest({ count, onJump }: Props) {
  const { t } = useLingui()
  const label =
    count > 0
      ? t`Jump to the newest: ${plural(count, { one: '# new message', other: '# new messages' })}`
      : t`Jump to the newest`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onJump}
      className="absolute end-4 bottom-3 z-10 grid size-12 animate-enter place-items-center rounded-full border border-line bg-surface text-ink shadow-float transition duration-150 hover:bg-raised active:scale-95"
    >
      {sign}
      {count > 0 && (
        <span
          className="absolute -top-2 grid min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent"
          aria-hidden="true"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  )
}
