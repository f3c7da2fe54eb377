import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { BulkThing } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { DeskUserList } from '@vesper/sync/vesper/api/desk-users.ts'
import type { DeskUserRow } from '@vesper/sync/vesper/api/desk-users.ts'
import { useState } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { RecentBulks } from '../bulk/recent-bulks.tsx'
import { DeskList } from '../desk-list.tsx'
import { DeskTable } from '../desk-table.tsx'
import { DeskTime } from '../desk-time.tsx'
import { useSelection } from '../use-selection.ts'
import type { Selection } from '../use-selection.ts'
import { useAccountWords } from './use-account-words.ts'

type Filter = { q: string; role: string; status: string }

/** All accounts, the newest first, and the search for one. `maySuspend`: the account may decide on many of them. */
export function UsersPage({ maySuspend }: { maySuspend: boolean }) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>({ q: '', role: '', status: '' })
  const [current, setCurrent] = useState(1)
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const list = usePagedList({
    ...{ path: '/desk/users', answer: DeskUserList, isKept: false, query },
    search: { current },
  })
  const { selection, chosen, clear } = useSelection(list.items)
  const change = (changes: Partial<Filter>) => {
    setCurrent(1)
    clear()
    setFilter({ ...filter, ...changes })
  }
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Users`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <Search onSearch={(q) => change({ q })} />
        <Filters filter={filter} onChange={change} />
        {maySuspend && <RecentBulks onUndone={() => void list.reload()} />}
        <DeskList
          list={list}
          failedTitle={t`The users could not be loaded`}
          empty={<Trans>No account begins so, and none has exactly this id, card or payout account.</Trans>}
          onMore={() => setCurrent(current + 1)}
        >
          {(users) => <UserTable users={users} selection={maySuspend ? selection : undefined} />}
        </DeskList>
        {maySuspend && (
          <BulkBar
            subjects={{ caseIds: [], things: chosen.map(thingOf) }}
            actions={['suspend', 'warn']}
            onClear={clear}
            onRun={() => void list.reload()}
          />
        )}
      </div>
    </main>
  )
}

function Search({ onSearch }: { onSearch: (q: string) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  return (
    <form
      role="search"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextField
        fieldClassName="min-w-40 flex-1"
        type="search"
        label={t`Search users`}
        hint={t`The beginning of a name, username or address; or an id, a card or a payout account.`}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" kind="secondary">
        <Trans>Search</Trans>
      </Button>
    </form>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changes: Partial<Filter>) => void }) {
  const { t } = useLingui()
  const { states, roles } = useAccountWords()
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      <SelectField
        label={t`Kind`}
        value={filter.role}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
      >
        <option value="">{t`All kinds`}</option>
        <option value="fan">{roles.fan}</option>
        <option value="creator">{roles.creator}</option>
      </SelectField>
      <SelectField
        label={t`Status`}
        value={filter.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      >
        <option value="">{t`All statuses`}</option>
        <option value="active">{states.active}</option>
        <option value="suspended">{states.suspended}</option>
        <option value="deactivated">{states.deactivated}</option>
      </SelectField>
    </div>
  )
}

function thingOf({ _id: id, role }: DeskUserRow): BulkThing {
  return { type: role === 'creator' ? 'performer' : 'user', id }
}

type TableProps = { users: readonly DeskUserRow[]; selection?: Selection | undefined }

function UserTable({ users, selection }: TableProps) {
  const { t } = useLingui()
  const { states, roles } = useAccountWords()
  const rows = users.map((user) => ({
    id: user._id,
    cells: [
      <Link key="user" to="/desk/users/$userId" params={{ userId: user._id }} className={textLinkClass}>
        <bdi>{user.username === null ? user.name : `@${user.username}`}</bdi>
      </Link>,
      <bdi key="name">{user.name}</bdi>,
      <bdi key="address">{user.email ?? '–'}</bdi>,
      roles[user.role],
      <span key="status">
        <Badge tone={user.status === 'active' ? 'neutral' : 'danger'}>{states[user.status]}</Badge>
      </span>,
      user.lastSeen === null ? t`Never` : <DeskTime key="seen" at={user.lastSeen} />,
    ],
  }))
  const columns = [t`User`, t`Name`, t`Address`, t`Kind`, t`Status`, t`Last seen`]
  return <DeskTable label={t`Users`} {...{ columns, rows, selection }} />
}
