import { Plural } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $unseen } from '../../core/connection/model.ts'
import { Badge } from '../../ui/controls/badge.tsx'

/** The number of unseen messages of all conversations; nothing for none. */
export function UnseenBadge() {
  const count = useUnit($unseen)
  return count > 0 && <UnseenCount count={count} />
}

/** A number of unseen messages, which is spelled out for screen readers. */
export function UnseenCount({ count }: { count: number }) {
  return (
    <Badge tone="accent" className="min-w-6 px-1.5 tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        <Plural value={count} one="# unseen message" other="# unseen messages" />
      </span>
    </Badge>
  )
}
