import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../core/connection/model.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { LiveBadge } from './live-badge.tsx'
import { useLiveOf } from './use-live-now.ts'

type Props = {
  creator: { _id: string; name: string; username: string; avatar: string | null }
  size: 'md' | 'lg' | 'xl'
  className?: string
  /** The ring of a creator who is not live. */
  ring?: string
}

/** A creator's portrait, with a ring round it and the way to the stream while they are live. */
export function LiveAvatar({ creator, size, className, ring }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const stream = useLiveOf(creator._id)
  const { name, username, avatar } = creator
  if (!stream || isOffline) return <Avatar name={name} src={avatar} size={size} className={cx(className, ring)} />
  return (
    <Link
      to="/live/$username"
      params={{ username }}
      aria-label={t`${name} is live: watch`}
      className={cx('relative z-10 w-fit rounded-full', className)}
    >
      <Avatar name={name} src={avatar} size={size} className="ring-4 ring-danger" />
      <LiveBadge className="absolute -bottom-1.5 left-1/2 -translate-x-1/2" />
    </Link>
  )
}
