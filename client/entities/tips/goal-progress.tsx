import { Plural, Trans } from '@lingui/react/macro'
import type { TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { Target } from 'lucide-react'
import { useId } from 'react'

/** How far the tips have come towards a goal. */
export function GoalProgress({ goal }: { goal: NonNullable<TipMenu['goal']> }) {
  const id = useId()
  const { title, tokens, raised } = goal
  const share = Math.min(100, Math.floor((raised * 100) / tokens))
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="flex items-baseline gap-2">
        <Target className="size-4 shrink-0 self-center text-star" aria-hidden="true" />
        <span id={id} dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="text-muted tabular-nums">
          {raised >= tokens ? (
            <Trans>Reached</Trans>
          ) : (
            <Plural value={tokens - raised} one="# token to go" other="# tokens to go" />
          )}
        </span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={tokens}
        aria-valuenow={Math.min(raised, tokens)}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full rounded-full bg-star transition-[width] duration-300" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
