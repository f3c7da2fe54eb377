import { Trans, useLingui } from '@lingui/react/macro'
import type { Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanListMember } from '@vesper/sync/vesper/records/fan-list.ts'
import { UserMinus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { FanRow } from './fan-row.tsx'
import { focusNextRow } from './focus-next-row.ts'
import { isNamed } from './is-named.ts'
import { useMemberFacts } from './use-member-facts.ts'

/** So many rows more at a time: a list may hold 5,000. */
const STEP = 50

/** The fans on a list by hand, from the device; with a connection, with their figures. */
export function ManualMembers({ listId, q }: { listId: string; q: string }) {
  const { t, i18n } = useLingui()
  const { db } = useSync()
  const [shown, setShown] = useState(STEP)
  const members = useLiveQuery(async () => {
    const rows = await db['fan-list-members'].where('listId').equals(listId).toArray()
    return rows.filter(({ isMember }) => isMember).toSorted((a, b) => a.name.localeCompare(b.name, i18n.locale))
  }, [db, listId, i18n.locale])
  const found = members?.filter((member) => isNamed(member, q)) ?? []
  const rows = found.slice(0, shown)
  const facts = useMemberFacts(listId, rows)
  if (members === undefined) return <Skeleton className="h-40 rounded-card" />
  if (members.length === 0) {
    return (
      <EmptyState icon={<UsersRound />} title={t`No fans on this list yet`}>
        <Trans>Add fans by their name.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      {found.length === 0 && (
        <p role="status" className="text-muted">
          <Trans>No fan on this list has this name.</Trans>
        </p>
      )}
      <ul role="list" aria-label={t`Fans`} className="grid">
        {rows.map((member) => (
          <li key={member._id}>
            <Member member={member} facts={facts.get(member.userId) ?? null} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button kind="secondary" onClick={() => setShown(shown + STEP)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

function Member({ member, facts }: { member: FanListMember; facts: Fan | null }) {
  const { t } = useLingui()
  const sync = useSync()
  const { listId, userId, name, username, avatar } = member
  const taking = useActionWithToast(async (button: HTMLElement) => {
    const focusNext = focusNextRow(button)
    await sync.mutate('fan-list.take', { listId, userId })
    focusNext()
    announce(t`${name} is removed from the list`)
  })
  return (
    <FanRow
      fan={{ _id: userId, name, username, avatar, facts }}
      action={
        <IconButton
          label={t`Remove ${name}`}
          data-row-action
          aria-busy={taking.busy}
          onClick={({ currentTarget }) => void taking.run(currentTarget)}
        >
          <UserMinus className="size-5" aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
