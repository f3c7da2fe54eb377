import { Trans, useLingui } from '@lingui/react/macro'
import { isTooFarAhead, TOO_FAR_AHEAD } from '@vesper/sync/vesper/api/post-fields.ts'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { translated } from '../../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../../core/forms/local-time.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { isDue } from '../posts/post-items.ts'

export type PublishTime = {
  isLater: boolean
  choose: (isLater: boolean) => void
  /** The time in the field, ISO 8601; it stays there while the choice is now. */
  entered: string | null
  enter: (scheduledAt: string | null) => void
  /** The time that the choice stands for, ISO 8601; null for now. */
  scheduledAt: string | null
  field: RefObject<HTMLInputElement | null>
  error: string | undefined
  /** Sends the author to the field of a time that cannot be, or has passed. Answers whether to go on. */
  check: () => boolean
}

/**
 * The choice between now and a later time, which begins with that of the draft. A time that has passed holds the author up
 * once: the clock of this device may be ahead of the server's.
 */
export function usePublishTime(ofDraft: string | null): PublishTime {
  const { t } = useLingui()
  const now = useNow()
  const field = useRef<HTMLInputElement>(null)
  const [isLater, setLater] = useState(ofDraft !== null)
  const [entered, setEntered] = useState(ofDraft)
  const [isChecked, setChecked] = useState(false)
  const [warnedOf, setWarnedOf] = useState<string | null>(null)
  const isMissing = isLater && entered === null
  const isPast = isLater && entered !== null && isDue(entered, now)
  const isWarned = isPast && warnedOf === entered
  return {
    isLater,
    choose: (later) => {
      setLater(later)
      setChecked(false)
      setWarnedOf(null)
    },
    entered,
    enter: (scheduledAt) => {
      setEntered(scheduledAt)
      setWarnedOf(null)
    },
    scheduledAt: isLater ? entered : null,
    field,
    error: errorOf(),
    check: () => {
      setChecked(true)
      if (isPast) setWarnedOf(entered)
      const isHeldUp = isMissing || (isPast && !isWarned)
      if (isHeldUp) field.current?.focus()
      return !isHeldUp
    },
  }

  function errorOf(): string | undefined {
    if (isMissing) return isChecked ? t`Choose a date and a time.` : undefined
    if (isWarned) {
      return t`This time has passed on this device. Press Schedule again to go on. If its clock is right, the post is published at once.`
    }
    if (isPast) return t`This time has passed. Choose a later one, or publish now.`
    // Said and no more: a clock that is behind would refuse times that the server takes.
    return isLater && entered !== null && isTooFarAhead(entered, now) ? translated(TOO_FAR_AHEAD) : undefined
  }
}

/** Now, or a time to choose. */
export function PublishTimeFields({ time: { isLater, choose, entered, enter, field, error } }: { time: PublishTime }) {
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
          value={toLocalTimeInput(entered)}
          max={LATEST_INPUT}
          hint={<Trans>Your local time.</Trans>}
          error={error}
          onChange={(event) => enter(fromLocalTimeInput(event.target.value))}
        />
      )}
    </fieldset>
  )
}
