import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { putIntoMessage } from './make-draft-of.ts'
import { useTellTaken } from './use-tell-taken.ts'

/** The latest conversations that an item may go into. */
const SHOWN = 50

type Props = { item: SharedItem; onDone: (conversationId: string) => void; onDrop: () => void }

/** Fans have no drafts of posts: they choose a conversation, and send it there themselves. */
export function ChooseRecipient({ item, onDone, onDrop }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const tell = useTellTaken()
  const recent = useLiveQuery(
    () => sync.db.conversations.orderBy('updatedAt').reverse().limit(SHOWN).toArray(),
    [sync.db],
  )
  const putting = useAction(async (conversationId: string) => {
    tell(await putIntoMessage(sync, item, conversationId))
    onDone(conversationId)
  })
  if (!recent) return <Skeleton className="h-40 rounded-card" />
  if (recent.length === 0) {
    return (
      <EmptyState
        icon={<MessageCircle />}
        title={t`No conversations yet`}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Link to="/explore" className={buttonClass('secondary')}>
              <Trans>Explore creators</Trans>
            </Link>
            <Button kind="secondary" onClick={onDrop}>
              <Trans>Discard</Trans>
            </Button>
          </div>
        }
      >
        <Trans>Write to a creator first. The shared item stays on this device until then.</Trans>
      </EmptyState>
    )
  }
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">
        <Trans>Send it as a message</Trans>
      </h2>
      {putting.error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(putting.error, t`It is still on this device. Try again.`)}
        </Notice>
      )}
      <ul role="list" aria-label={t`Conversations`} className="grid gap-1">
        {recent.map(({ _id, recipient }) => (
          <li key={_id}>
            <button
              type="button"
              disabled={putting.busy}
              onClick={() => void putting.run(_id)}
              className="flex min-h-target w-full items-center gap-3 rounded-card px-3 py-2 text-start font-semibold hover:bg-raised"
            >
              <Avatar name={recipient.name} src={recipient.avatar} size="sm" />
              <bdi className="truncate">{recipient.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <Button kind="secondary" className="justify-self-start" onClick={onDrop}>
        <Trans>Discard</Trans>
      </Button>
    </section>
  )
}
