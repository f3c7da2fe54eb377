import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import { StickyNote } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

const NoteDialog = lazyAgain(async () => (await import('./note-dialog.tsx')).NoteDialog, 'reach')

/** A fan as a row shows one. `facts` are the server's latest; null where it told none. */
export type ShownFan = { _id: string; name: string; username: string | null; avatar: string | null; facts: Fan | null }

/** A fan of a list, with the reasons, the creator's note, and the way to change it. */
export function FanRow({ fan, action }: { fan: ShownFan; action: ReactNode }) {
  const { t } = useLingui()
  const { db } = useSync()
  const { _id, name, username, avatar, facts } = fan
  const note = useLiveQuery(async () => (await db['fan-notes'].get(_id))?.text, [db, _id])
  const [isNoting, setNoting] = useState(false)
  return (
    <>
      <ListItem
        leading={<Avatar name={name} src={avatar} />}
        title={<bdi>{name}</bdi>}
        subtitle={facts ? <Facts fan={facts} /> : username && <bdi>@{username}</bdi>}
        {...(note && { words: note })}
        trailing={
          <span className="flex">
            <IconButton label={t`Note about ${name}`} onClick={() => setNoting(true)}>
              <StickyNote className="size-5" aria-hidden="true" />
            </IconButton>
            {action}
          </span>
        }
      />
      {isNoting && (
        <Suspense>
          <NoteDialog fan={fan} onClose={() => setNoting(false)} />
        </Suspense>
      )}
    </>
  )
}

function Facts({ fan: { spent, subscribedUntil, lastSeenOn } }: { fan: Fan }) {
  const { i18n } = useLingui()
  const dayOf = (text: string) => formatDate(new Date(text), i18n.locale, { dateStyle: 'medium' })
  return (
    // Figures are of no use without their end.
    <span className="whitespace-normal">
      <Plural value={spent} one="# token spent" other="# tokens spent" />
      {subscribedUntil !== null && (
        <>
          {' · '}
          <Trans>subscribed until {dayOf(subscribedUntil)}</Trans>
        </>
      )}
      {lastSeenOn !== null && (
        <>
          {' · '}
          <Trans>seen on {dayOf(lastSeenOn)}</Trans>
        </>
      )}
    </span>
  )
}
