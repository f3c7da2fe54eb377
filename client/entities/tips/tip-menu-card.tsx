import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Gem } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useContentActions } from '../content/use-content-actions.ts'
import { GoalProgress } from './goal-progress.tsx'
import { useTipMenu } from './use-tip-menu.ts'

const FIRST = 4

/** The goal of a creator and what their tips buy, on their page; nothing without either. */
export function TipMenuCard({ creatorId }: { creatorId: string }) {
  const { t } = useLingui()
  const user = useUnit($user)
  const { askToTip } = useContentActions()
  const menu = useTipMenu(creatorId)
  if (!menu || (menu.items.length === 0 && !menu.goal)) return null
  const rest = menu.items.slice(FIRST)
  return (
    <section aria-label={t`Tips`} className="grid gap-3 rounded-card border border-line bg-surface p-4">
      {menu.goal && <GoalProgress goal={menu.goal} />}
      {menu.items.length > 0 && <Lines items={menu.items.slice(0, FIRST)} label={t`Tip menu`} />}
      {rest.length > 0 && (
        <details>
          <summary className="min-h-target content-center text-sm font-semibold text-accent-ink">
            <Plural value={rest.length} one="# more line" other="# more lines" />
          </summary>
          <Lines items={rest} label={t`More of the tip menu`} />
        </details>
      )}
      {user && user._id !== creatorId && (
        <Button
          kind="secondary"
          icon={<Gem className="size-5" />}
          onClick={() => askToTip({ type: 'performer', id: creatorId, ownerId: creatorId })}
        >
          <Trans>Send a tip</Trans>
        </Button>
      )}
    </section>
  )
}

type Items = NonNullable<ReturnType<typeof useTipMenu>>['items']

function Lines({ items, label }: { items: Items; label: string }) {
  return (
    <ul role="list" aria-label={label} className="grid gap-1.5 text-sm">
      {items.map(({ _id, title, price }) => (
        <li key={_id} className="flex items-baseline gap-3">
          <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
            {title}
          </span>
          <span className="text-muted tabular-nums">
            <TokenPrice value={price} />
          </span>
        </li>
      ))}
    </ul>
  )
}
