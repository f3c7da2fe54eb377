import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import {
  AtSign,
  BadgeCheck,
  Bell,
  Coins,
  HandCoins,
  Heart,
  Landmark,
  MessageSquare,
  Radio,
  Repeat,
  Reply,
  ShoppingBag,
  UserRoundPlus,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { linkOf } from './link-of.ts'
import { previewOf, useSentence } from './use-sentence.ts'

const icons: { readonly [Kind in Notice['kind']]: LucideIcon } = {
  follow: UserRoundPlus,
  like: Heart,
  comment: MessageSquare,
  reply: Reply,
  mention: AtSign,
  review: BadgeCheck,
  order: ShoppingBag,
  live: Radio,
  tip: HandCoins,
  sale: Coins,
  subscription: Repeat,
  payout: Landmark,
  system: Bell,
}

type Props = {
  notice: Notice
  isUnread: boolean
  onOpen: () => void
  /** Opens the conversation with somebody. */
  onReply: (to: Notice['actors'][number]) => void
}

/** One entry: who, what, when, and the beginning of the text. It leads to the thing that it is about. */
export function NoticeRow({ notice, isUnread, onOpen, onReply }: Props) {
  const sentence = useSentence()(notice)
  const preview = previewOf(notice)
  const to = linkOf(notice)
  const { i18n } = useLingui()
  const at = new Date(notice.updatedAt)
  const content = (
    <>
      <Face notice={notice} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span dir="auto" className={cx('wrap-anywhere', isUnread && 'font-semibold')}>
          {sentence}
        </span>
        {preview && (
          <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
            {preview}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-2 text-xs text-faint">
          <time dateTime={notice.updatedAt}>{formatDate(at, i18n.locale, { hour: 'numeric', minute: '2-digit' })}</time>
          {isUnread && (
            <Badge tone="accent">
              <Trans>Unread</Trans>
            </Badge>
          )}
        </span>
      </span>
    </>
  )
  const className = cx(
    'flex min-h-16 items-start gap-3.5 rounded-card px-3 py-3 text-start',
    isUnread && 'bg-accent-soft',
    to !== null && 'transition-colors duration-150 hover:bg-raised',
  )
  const row =
    to === null ? (
      <div data-notice className={className}>
        {content}
      </div>
    ) : (
      <Link to={to} data-notice className={className} onClick={onOpen}>
        {content}
      </Link>
    )
  const [actor] = notice.actors
  if (notice.kind !== 'tip' || notice.actors.length > 1 || !actor) return row
  return (
    <div className="grid">
      {row}
      <Button
        kind="secondary"
        className="ms-18 justify-self-start text-sm"
        onClick={() => {
          onOpen()
          onReply(actor)
        }}
      >
        <Trans>Reply</Trans>
      </Button>
    </div>
  )
}

/** The latest account with the sign of the kind; the sign alone where nobody did it. */
function Face({ notice: { kind, actors } }: { notice: Notice }) {
  const Icon = icons[kind]
  const [actor] = actors
  if (!actor) {
    return (
      <span aria-hidden="true" className="grid size-12 shrink-0 place-items-center rounded-full bg-raised text-muted">
        <Icon className="size-5.5" />
      </span>
    )
  }
  return (
    <span className="relative shrink-0">
      <LiveAvatar creator={actor} isInLink />
      <span
        aria-hidden="true"
        className="absolute -end-1 -bottom-1 grid size-6 place-items-center rounded-full border border-line bg-surface text-accent-ink"
      >
        <Icon className="size-3.5" />
      </span>
    </span>
  )
}
