import { Trans, useLingui } from '@lingui/react/macro'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import { PARTICIPANTS_MAX } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { Check } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** A creator, as far as the editor names one. */
export type Named = { _id: string; name: string }

type Props = {
  /** Ids of those who are chosen already. */
  chosen: readonly string[]
  /** The author, who is in every own gallery and video. */
  ownId: string | null
  onChoose: (creator: Named) => void
  onClose: () => void
}

/** Finds creators by name. A press adds one. */
export function ChooseParticipants({ chosen, ownId, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const isAsked = q.length >= 2
  const { data, error, isLoading } = useKeptAnswer('/performers/user/search', PerformerList, {
    query: { q, pageSize: 12 },
    isAsked,
  })
  const found = (data?.data ?? []).filter(({ _id }) => _id !== ownId)
  const isFull = chosen.length >= PARTICIPANTS_MAX
  return (
    <Dialog title={t`Choose co-performers`} onClose={onClose}>
      <TextField
        type="search"
        label={t`Find a creator`}
        hint={<Trans>At least two letters of the name</Trans>}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isOffline && (
        <p>
          <Trans>You are offline. You can find creators when you are back online.</Trans>
        </p>
      )}
      {isAsked && !data && isLoading && <Skeleton className="h-14 rounded-control" />}
      <FormAlert text={isAsked && !data && !isOffline && error !== undefined ? errorMessage(error) : null} />
      <ul role="list" aria-label={t`Creators found`} className="grid max-h-72 gap-1 overflow-y-auto">
        {(isAsked ? found : []).map((creator) => {
          const isChosen = chosen.includes(creator._id)
          return (
            <li key={creator._id}>
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={isChosen || isFull}
                onClick={() => onChoose(creator)}
                className="flex min-h-target w-full items-center gap-3 rounded-control px-2 py-1 text-start text-ink hover:bg-raised disabled:text-muted"
              >
                <Avatar name={creator.name} src={creator.avatar} size="sm" />
                <span className="min-w-0 flex-1 truncate">
                  <bdi>{creator.name}</bdi> <span className="text-sm text-muted">@{creator.username}</span>
                </span>
                {isChosen && <Check className="size-5 text-ok-ink" aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="text-sm empty:absolute">
        {isAsked && data && found.length === 0 && <Trans>No creator has such a name.</Trans>}
        {isFull && <Trans>10 creators are named, the most.</Trans>}
      </p>
    </Dialog>
  )
}
