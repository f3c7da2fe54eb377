import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { ArrowLeft, Gem } from 'lucide-react'
import { memo, Suspense } from 'react'
import type { ComponentType } from 'react'
import { usePageName } from '../../core/page/page-name.ts'
import { ContentMenu } from '../../entities/content/content-menu.tsx'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { useMinute } from '../../ui/use-minute.ts'
import { lastSeenTime } from './list-time.ts'
import type { Presence } from './model.ts'
import { PresenceAvatar } from './presence-avatar.tsx'

const MuteManyMenu = lazyWithRetry(async () => (await import('./mute-many-menu.tsx')).MuteManyMenu)

type Props = {
  recipient: Participant
  presence: Presence | null
  isTyping: boolean
  /** An action of a creator on a fan, beside the menu. */
  FanAction?: ComponentType<{ person: Participant }> | undefined
}

/** Who the open conversation is with, and what they are at. */
export const ConversationHeader = memo(function ConversationHeader({
  recipient,
  presence,
  isTyping,
  FanAction,
}: Props) {
  const { t } = useLingui()
  const { askToTip } = useContentActions()
  const { _id: id, name } = recipient
  usePageName(name)
  const face = (
    <>
      <PresenceAvatar person={recipient} isOnline={presence?.online ?? false} size="sm" />
      <span className="grid min-w-0">
        <h1
          dir="auto"
          tabIndex={-1}
          className="max-w-full justify-self-start truncate text-base leading-tight font-semibold outline-none"
        >
          {recipient.name}
        </h1>
        <span aria-live="polite" className="min-h-[1.125rem] truncate text-xs text-muted">
          <Doing recipient={recipient} presence={presence} isTyping={isTyping} />
        </span>
      </span>
    </>
  )
  const faceClass = 'flex min-w-0 items-center gap-3 rounded-control py-1.5 ps-1 pe-3'
  return (
    <header className="z-10 flex min-h-16 items-center gap-1 border-b border-line bg-surface px-2 pt-safe-top md:px-4">
      <Link
        to="/messages"
        aria-label={t`Back to the conversations`}
        className="grid size-target shrink-0 place-items-center rounded-full text-muted transition duration-150 hover:bg-raised active:scale-95 md:hidden"
      >
        <ArrowLeft className="mirrored size-5.5" aria-hidden="true" />
      </Link>
      {recipient.isPerformer ? (
        <Link
          to="/$profileId"
          params={{ profileId: recipient.username ?? recipient._id }}
          className={`${faceClass} transition-colors duration-150 hover:bg-raised`}
        >
          {face}
        </Link>
      ) : (
        <span className={faceClass}>{face}</span>
      )}
      {!recipient.isPerformer && (
        <span className="ms-auto flex">
          {FanAction && <FanAction person={recipient} />}
          <ContentMenu
            label={t`More about ${name}`}
            content={{ type: 'user', id: recipient._id, ownerId: recipient._id, person: recipient }}
          />
        </span>
      )}
      {recipient.isPerformer && (
        <span className="ms-auto flex">
          <IconButton
            label={t`Send a tip`}
            className="text-muted"
            onClick={() => askToTip({ type: 'performer', id, ownerId: id, page: location.pathname })}
          >
            <Gem className="size-5.5" aria-hidden="true" />
          </IconButton>
          <Suspense>
            <MuteManyMenu person={recipient} />
          </Suspense>
        </span>
      )}
    </header>
  )
})

function Doing({ recipient, presence, isTyping }: Omit<Props, 'FanAction'>) {
  const { i18n } = useLingui()
  const now = useMinute()
  if (isTyping) {
    return (
      <span className="text-accent-ink">
        <Trans>typing…</Trans>
      </span>
    )
  }
  if (presence?.online) return <Trans>Online</Trans>
  if (!presence?.lastSeenAt) return recipient.username && <bdi>@{recipient.username}</bdi>
  const when = lastSeenTime(presence.lastSeenAt, now, i18n.locale)
  return <Trans>Last seen {when}</Trans>
}
