import { Trans, useLingui } from '@lingui/react/macro'
import type { Block } from '@vesper/sync/vesper/records/block.ts'
import { Ban } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { BlockedCountries } from './blocked-countries.tsx'
import { setBlock } from './set-block.ts'

/** The people and countries that a creator blocks. People are unblocked without a connection, too. */
export function BlockedPage({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Blocked`} />
      <div className="safe-x grid gap-8 pt-2 pb-12">
        <section className="grid gap-3" aria-labelledby="blocked-people">
          <h2 id="blocked-people" className="text-lg font-semibold">
            <Trans>People</Trans>
          </h2>
          <People contents={contents} />
        </section>
        <section className="grid gap-3" aria-labelledby="blocked-countries">
          <h2 id="blocked-countries" className="text-lg font-semibold">
            <Trans>Countries</Trans>
          </h2>
          <BlockedCountries />
        </section>
      </div>
    </main>
  )
}

function People({ contents }: { contents: Contents }) {
  const { t } = useLingui()
  const { db } = useSync()
  const blocks = useLiveQuery(() => db.blocks.orderBy('createdAt').reverse().toArray(), [db])
  if (blocks === undefined || (blocks.length === 0 && contents === 'coming')) {
    return <Skeleton className="h-40 rounded-card" aria-label={t`Loading whom you block`} />
  }
  if (blocks.length === 0 && contents === 'away') return <ListUnavailable icon={<Ban />} />
  if (blocks.length === 0) {
    return (
      <EmptyState icon={<Ban />} title={t`Nobody is blocked`}>
        <Trans>Block somebody in the menu of a conversation, or in the list of your followers.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Blocked people`} className="grid">
      {blocks.map((block) => (
        <li key={block._id}>
          <Row block={block} />
        </li>
      ))}
    </ul>
  )
}

function Row({ block }: { block: Block }) {
  const { t, i18n } = useLingui()
  const sync = useSync()
  const { _id: userId, name, avatar, reason, createdAt } = block
  const since = formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium' })
  const unblocking = useActionWithToast(async () => {
    await setBlock(sync, { userId, user: block, blocked: false })
    announce(t`${name} is unblocked`)
  })
  return (
    <ListItem
      leading={<Avatar name={name} src={avatar} />}
      title={<bdi>{name}</bdi>}
      subtitle={reason === '' ? t`Since ${since}` : reason}
      trailing={
        <Button
          kind="quiet"
          aria-label={t`Unblock ${name}`}
          busy={unblocking.busy}
          onClick={() => void unblocking.run()}
        >
          <Trans>Unblock</Trans>
        </Button>
      }
    />
  )
}
