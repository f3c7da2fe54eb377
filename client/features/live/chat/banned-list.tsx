import { Trans, useLingui } from '@lingui/react/macro'
import { ChatSanctionList } from '@vesper/sync/vesper/api/chat-sanctions.ts'
import type { ChatSanction } from '@vesper/sync/vesper/api/chat-sanctions.ts'
import { useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ListItem } from '../../../ui/list/list-item.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { announce } from '../../../ui/text/announcer.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { orderChat } from './order-chat.ts'

/** All who may not write in the chats of the creator of a stream, with the way to lift that. A ban holds into later streams. */
export function BannedList({ streamId }: { streamId: string }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState(1)
  const path = `/conversations/stream/${streamId}/banned`
  const banned = usePagedList({ path, answer: ChatSanctionList, search: { current }, isKept: false })
  return (
    <section aria-labelledby="chat-banned" className="grid gap-2 text-ink">
      <h3 id="chat-banned" className="font-semibold">
        <Trans>Banned and silenced</Trans>
      </h3>
      <PagedList
        list={banned}
        label={t`Banned and silenced`}
        failedTitle={t`This list could not be loaded`}
        skeleton={<Skeleton className="h-16 rounded-control" />}
        empty={
          <p className="text-sm text-muted">
            <Trans>Everybody may write. A ban holds in all your streams until it is lifted here.</Trans>
          </p>
        }
        onMore={() => setCurrent(current + 1)}
      >
        {(one) => <Row banned={one} streamId={streamId} onLifted={() => void banned.reload()} />}
      </PagedList>
    </section>
  )
}

type RowProps = { banned: ChatSanction; streamId: string; onLifted: () => void }

function Row({ banned, streamId, onLifted }: RowProps) {
  const { t, i18n } = useLingui()
  const { user, kind, until, createdAt } = banned
  const { name } = user
  const since = formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium' })
  const end = until && i18n.date(until, { dateStyle: 'short', timeStyle: 'short' })
  const lifting = useActionWithToast(async () => {
    await orderChat({ action: 'unban', streamId, userId: user._id })
    announce(t`${name} may write again`)
    onLifted()
  })
  return (
    <ListItem
      className="px-0!"
      leading={<Avatar name={name} src={user.avatar} size="sm" />}
      title={<bdi>{name}</bdi>}
      subtitle={kind === 'ban' ? t`Banned since ${since}` : t`Silenced until ${end}`}
      trailing={
        <Button
          kind="quiet"
          aria-label={kind === 'ban' ? t`Unban ${name}` : t`Let ${name} write again`}
          busy={lifting.busy}
          onClick={() => void lifting.run()}
        >
          {kind === 'ban' ? <Trans>Unban</Trans> : <Trans>Lift</Trans>}
        </Button>
      }
    />
  )
}
