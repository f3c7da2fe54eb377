import { Trans } from '@lingui/react/macro'
import type { TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { GoalProgress } from '../../entities/tips/goal-progress.tsx'

type Props = {
  menu: TipMenu
  /** The line that is chosen; null for a tip of any amount. */
  chosen: string | null
  onChoose: (item: TipMenu['items'][number] | null) => void
}

/** The goal of a creator, and the lines of the menu that a tip buys. */
export function MenuChoice({ menu, chosen, onChoose }: Props) {
  return (
    <>
      {menu.goal && <GoalProgress goal={menu.goal} />}
      {menu.items.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-sm font-semibold text-ink">
            <Trans>From the menu</Trans>
          </legend>
          <div className="grid max-h-56 gap-1 overflow-y-auto">
            {menu.items.map((item) => (
              <label
                key={item._id}
                className="flex min-h-target items-center gap-3 rounded-control border border-line px-3 py-2 text-sm text-ink has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="tip-menu"
                  checked={chosen === item._id}
                  // Pressed again, it is an ordinary tip.
                  onClick={() => chosen === item._id && onChoose(null)}
                  onChange={() => onChoose(item)}
                  className="size-5 accent-accent"
                />
                <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
                  {item.title}
                </span>
                <span className="text-muted tabular-nums">
                  <TokenPrice value={item.price} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
