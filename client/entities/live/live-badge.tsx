import { Trans } from '@lingui/react/macro'
import { cx } from '../../ui/cx.ts'

/** Marks what is live. Its colour is that of danger: the one sign that all such apps share. */
export function LiveBadge({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-full bg-danger px-2 py-0.5 text-xs font-bold text-white uppercase',
        className,
      )}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-white motion-safe:animate-pulse" />
      <Trans>Live</Trans>
    </span>
  )
}
