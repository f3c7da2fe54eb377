import { Plural } from '@lingui/react/macro'
import { Badge } from '../../ui/controls/badge.tsx'
import { useUnreadCount } from './use-unread.ts'

/** The number of unread notifications, which is spelled out for screen readers; nothing for none. */
export function UnreadBadge() {
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <Badge tone="accent" className="min-w-6 px-1.5 tabular-nums">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        <Plural value={count} one="# unread" other="# unread" />
      </span>
    </Badge>
  )
}
