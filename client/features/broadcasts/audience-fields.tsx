import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { AUDIENCE_PARTS_MAX } from '@vesper/sync/vesper/records/broadcast.ts'
import type { AudiencePart } from '@vesper/sync/vesper/records/fan-list.ts'
import type { ReactNode } from 'react'
import { FanListName } from '../../entities/fans/fan-list-name.tsx'
import { useFanLists } from '../../entities/fans/use-fan-lists.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'

type Props = {
  legend: ReactNode
  parts: readonly AudiencePart[]
  onEdit: (parts: AudiencePart[]) => void
}

/** The parts of an audience to choose from: all followers, all subscribers, and the creator's lists. */
export function AudienceFields({ legend, parts, onEdit }: Props) {
  const lists = useFanLists()
  const isChosen = (part: AudiencePart) => parts.some((one) => keyOf(one) === keyOf(part))
  const toggle = (part: AudiencePart) =>
    onEdit(isChosen(part) ? parts.filter((one) => keyOf(one) !== keyOf(part)) : [...parts, part])
  const choice = (part: AudiencePart, label: ReactNode) => (
    <Checkbox
      key={keyOf(part)}
      label={label}
      checked={isChosen(part)}
      disabled={!isChosen(part) && parts.length >= AUDIENCE_PARTS_MAX}
      onChange={() => toggle(part)}
    />
  )
  const known = new Set(lists?.map(({ list }) => list._id))
  const gone = lists ? parts.filter((part) => part.kind === 'list' && !known.has(part.listId)) : []
  return (
    <fieldset className="grid justify-items-start gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {choice({ kind: 'followers' }, <Trans>All followers</Trans>)}
      {choice({ kind: 'subscribers' }, <Trans>All subscribers</Trans>)}
      {lists?.map(({ list, count }) =>
        choice({ kind: 'list', listId: list._id }, <FanListName list={list} count={count} />),
      )}
      {gone.map((part) => choice(part, <Trans>A list that was deleted</Trans>))}
      {lists?.length === 0 && (
        <Link to="/creator/lists" className="inline-flex min-h-target items-center text-sm text-accent-ink underline">
          <Trans>Make a list of fans</Trans>
        </Link>
      )}
      {gone.length > 0 && (
        <p className="text-sm text-danger-ink">
          <Plural value={gone.length} one="Take out the list that is gone." other="Take out the lists that are gone." />
        </p>
      )}
    </fieldset>
  )
}

function keyOf(part: AudiencePart): string {
  return part.kind === 'list' ? `list ${part.listId}` : part.kind
}
