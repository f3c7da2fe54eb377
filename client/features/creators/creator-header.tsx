import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { BadgeCheck, MessageCircle } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { takeIntention } from '../../core/session/intention.ts'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { CreatorMenu } from './creator-menu.tsx'

/** On a phone they stand below the name, in halves: of an odd number, the first takes the whole row. */
const ACTIONS =
  'max-sm:order-last max-sm:col-span-full max-sm:grid max-sm:grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:justify-end max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2'

/** Picture, name, and the ways to follow and to write. */
export function CreatorHeader({
  creator,
  viewer,
  follow,
  create,
  onMessage,
}: {
  creator: Creator
  /** The account that looks; null for a visitor. */
  viewer: string | null
  follow: ReactNode
  /** The way to make something new, on the own page. */
  create: ReactNode
  /** Null for whoever cannot write to creators. */
  onMessage: ((creator: Creator) => Promise<void>) | null
}) {
  const { t } = useLingui()
  const message = useActionWithToast(async () => onMessage?.(creator), t`Error occurred, please try again later`)
  const isOwn = creator._id === viewer
  const mayWrite = viewer !== null && !isOwn && onMessage !== null
  useEffect(() => {
    // A visitor who wanted to write has signed up.
    if (mayWrite && takeIntention('message', creator._id)) void message.run()
  })
  return (
    <header className="grid grid-cols-[auto_1fr_auto] items-end gap-4 sm:gap-x-2">
      <LiveAvatar creator={creator} size="xl" className="-mt-14" ring="ring-6 ring-bg" />
      <div className={ACTIONS}>
        {isOwn ? (
          <>
            {create}
            <Link to="/creator/account" className={buttonClass('secondary', 'px-4')}>
              <Trans>Edit</Trans>
            </Link>
          </>
        ) : (
          <>
            {follow}
            {onMessage && (
              <Button
                kind="secondary"
                icon={<MessageCircle className="size-5" />}
                busy={message.busy}
                onClick={() => void message.run()}
              >
                <Trans>Message</Trans>
              </Button>
            )}
          </>
        )}
      </div>
      <div className="col-start-3 justify-self-end">
        <CreatorMenu creator={creator} />
      </div>
      <div className="col-span-full">
        <h1 tabIndex={-1} className="text-2xl font-bold outline-none">
          <bdi>{creator.name}</bdi>
          {creator.verified && (
            <BadgeCheck
              className="ms-2 inline size-6 align-[-0.15em] text-accent-ink"
              role="img"
              aria-label={t`Verified`}
            />
          )}
        </h1>
        <p className="text-start text-muted">
          <bdi>@{creator.username}</bdi>
        </p>
      </div>
    </header>
  )
}
