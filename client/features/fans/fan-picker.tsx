import { Trans, useLingui } from '@lingui/react/macro'
import { fanListMemberIdOf } from '@vesper/sync/vesper/records/fan-list.ts'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { focusNextRow } from './focus-next-row.ts'
import { useFoundFans } from './use-found-fans.ts'

/** Finds fans by name and puts them on a list by hand. */
export function FanPicker({ listId, onClose }: { listId: string; onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const { fans, error } = useFoundFans(text)
  return (
    <Dialog title={t`Add fans`} onClose={onClose} failure={error && !fans ? errorMessage(error) : null}>
      <TextField
        type="search"
        label={t`Name of a fan`}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {fans === undefined && !error && <Skeleton className="h-40 rounded-card" />}
      {fans?.length === 0 && (
        <p role="status">
          <Trans>No fan with this name was found.</Trans>
        </p>
      )}
      <ul role="list" aria-label={t`Found fans`} className="-mx-3 grid max-h-[50dvh] overflow-y-auto">
        {fans?.slice(0, 50).map((fan) => (
          <li key={fan._id}>
            <Found listId={listId} fan={fan} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type FoundProps = {
  listId: string
  fan: { _id: string; name: string; username: string | null; avatar: string | null }
}

function Found({ listId, fan: { _id: userId, name, username, avatar } }: FoundProps) {
  const { t } = useLingui()
  const sync = useSync()
  const id = fanListMemberIdOf(listId, userId)
  const place = useLiveQuery(() => sync.db['fan-list-members'].get(id), [sync, id])
  const adding = useActionWithToast(async (button: HTMLElement) => {
    const user = { name, username, avatar }
    const focusNext = focusNextRow(button)
    await sync.mutate('fan-list.add', { listId, userId, seen: place?.takes ?? 0, user })
    focusNext()
    announce(t`${name} is added to the list`)
  })
  return (
    <ListItem
      leading={<Avatar name={name} src={avatar} />}
      title={<bdi>{name}</bdi>}
      subtitle={username && <bdi>@{username}</bdi>}
      trailing={
        place?.isMember ? (
          <span className="text-sm text-muted">
            <Trans>Added</Trans>
          </span>
        ) : (
          <Button
            kind="quiet"
            data-row-action
            aria-label={t`Add ${name}`}
            busy={adding.busy}
            onClick={({ currentTarget }) => void adding.run(currentTarget)}
          >
            <Trans>Add</Trans>
          </Button>
        )
      }
    />
  )
}
