import { Trans, useLingui } from '@lingui/react/macro'
import { isTooFarAhead, TOO_FAR_AHEAD } from '@vesper/sync/vesper/api/post-fields.ts'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { translated } from '../../../core/api/error-message.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { fromLocalInput, LATEST_INPUT, toLocalInput } from '../fields/local-time.ts'
import { isDue } from '../posts/post-items.ts'

export type PublishTime = {
  isLater: boolean
  choose: (isLater: boolean) => void
  field: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** Sends the author to the field of a time that cannot be. Answers whether it can be. */
  check: () => boolean
}

/** The choice between now and a later time. `scheduledAt` is ISO 8601; null for now. */
export function usePublishTime(scheduledAt: string | null, onEdit: (scheduledAt: string | null) => void): PublishTime {
  const { t } = useLingui()
  const now = useNow()
  const field = useRef<HTMLInputElement>(null)
  const [isLater, setLater] = useState(scheduledAt !== null)
  const [isChecked, setChecked] = useState(false)
  // Comes back where the author chooses a later time again.
  const chosen = useRef(scheduledAt)
  if (scheduledAt !== null) chosen.current = scheduledAt
  const isPast = isLater && scheduledAt !== null && isDue(scheduledAt, now)
  const isMissing = isLater && scheduledAt === null
  return {
    isLater,
    choose: (later) => {
      setLater(later)
      setChecked(false)
      onEdit(later ? chosen.current : null)
    },
    field,
    error: errorOf(),
    check: () => {
      setChecked(true)
      if (isPast || isMissing) field.current?.focus()
      return !isPast && !isMissing
    },
  }

  function errorOf(): string | undefined {
    if (isMissing) return isChecked ? t`Choose a date and a time.` : undefined
    if (isPast) return t`This time has passed. Choose a later one, or publish now.`
    // Said and no more: a clock that is behind would refuse times that the server takes.
    return scheduledAt !== null && isTooFarAhead(scheduledAt, now) ? translated(TOO_FAR_AHEAD) : undefined
  }
}

type Props = { time: PublishTime; scheduledAt: string | null; onEdit: (scheduledAt: string | null) => void }

/** Now, or a time to choose. */
export function PublishTimeFields({ time: { isLater, choose, field, error }, scheduledAt, onEdit }: Props) {
  const { t } = useLingui()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">
        <Trans>When</Trans>
      </legend>
      {[false, true].map((later) => (
        <label key={String(later)} className="flex min-h-target items-center gap-3 text-ink">
          <input
            type="radio"
            name="publish-time"
            checked={isLater === later}
            onChange={() => choose(later)}
            className="size-5 accent-accent"
          />
          {later ? <Trans>Schedule</Trans> : <Trans>Now</Trans>}
        </label>
      ))}
      {isLater && (
        <TextField
          ref={field}
          type="datetime-local"
          label={t`Date and time`}
          value={toLocalInput(scheduledAt)}
          max={LATEST_INPUT}
          hint={<Trans>Your local time.</Trans>}
          error={error}
          onChange={(event) => onEdit(fromLocalInput(event.target.value))}
        />
      )}
    </fieldset>
  )
}
