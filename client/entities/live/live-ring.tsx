import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../core/media/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { LiveBadge } from './live-badge.tsx'

export type LivePortrait = {
  creator: { _id: string; name: string; avatar: string | null }
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
  /** True where the portrait is part of another link: the ring then leads nowhere itself. */
  isInLink?: boolean
}

const rings = {
  sm: 'ring-2 ring-danger',
  md: 'ring-3 ring-danger',
  lg: 'ring-4 ring-danger',
  xl: 'ring-4 ring-danger',
} as const

/** `liveName`: the name of the page of the stream. */
type Props = LivePortrait & { liveName: string }

/** The portrait of a creator who is live, as a link to the stream where it may be one. */
export function LiveRing({ creator, liveName, size = 'md', className, isInLink = false }: Props) {
  const { t } = useLingui()
  const { name, avatar } = creator
  const frame = cx('relative w-fit shrink-0 rounded-full', className)
  const portrait = (
    <>
      <Avatar name={name} src={avatar} size={size} className={rings[size]} />
      {size === 'sm' ? (
        <span className="sr-only">
          <Trans>Live</Trans>
        </span>
      ) : (
        <LiveBadge
          className={cx(
            'absolute -bottom-1.5 left-1/2 -translate-x-1/2',
            size === 'md' && 'scale-75 ring-2 ring-surface',
          )}
        />
      )}
    </>
  )
  if (isInLink) return <span className={frame}>{portrait}</span>
  return (
    <Link
      to="/live/$username"
      params={{ username: liveName }}
      aria-label={t`${name} is live: watch`}
      className={cx(frame, 'z-10')}
    >
      {portrait}
    </Link>
  )
}
