import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { Avatar } from '../../core/media/avatar.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { describeMutation } from './describe-mutation.ts'
import type { Described } from './describe-mutation.ts'

/** What goes one after another from here on: the messages of a conversation, the changes of the profile. */
export function LaneName({ record }: { record: OutboxRecord }) {
  const { db } = useSync()
  const described = describeMutation(record)
  const conversationId = 'conversationId' in described ? described.conversationId : ''
  // Null where there is none: undefined is still to be read.
  const conversation = useLiveQuery(
    async () => (await db.conversations.get(conversationId)) ?? null,
    [db, conversationId],
  )
  const name = conversation?.recipient.name ?? (described.kind === 'open' ? described.name : '')
  return (
    <h2 className="flex min-h-9 items-center gap-2.5 px-1 text-base font-semibold">
      {name ? (
        <>
          <Avatar name={name} src={conversation?.recipient.avatar ?? null} size="sm" />
          <span dir="auto">
            <Trans>To {name}</Trans>
          </span>
        </>
      ) : (
        conversation !== undefined && <Area kind={described.kind} />
      )}
    </h2>
  )
}

function Area({ kind }: { kind: Described['kind'] }) {
  if (kind === 'profile') return <Trans>Your profile</Trans>
  if (kind === 'preferences') return <Trans>Settings of the app</Trans>
  if (kind === 'draft') return <Trans>A draft of a post</Trans>
  if (kind === 'follow') return <Trans>Whom you follow</Trans>
  if (kind === 'reaction') return <Trans>Likes and bookmarks</Trans>
  if (kind === 'cart' || kind === 'cart-clear') return <Trans>Your cart</Trans>
  if (kind === 'post') return <Trans>Your posts</Trans>
  return kind === 'other' ? <Trans>Other changes</Trans> : <Trans>A conversation</Trans>
}
