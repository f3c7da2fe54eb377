import { Trans, useLingui } from '@lingui/react/macro'
import { expiryProblem } from '@vesper/sync/vesper/api/post-fields.ts'
import type { Ref } from 'react'
import { translated } from '../../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../../core/forms/local-time.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useNow } from '../../../ui/use-now.ts'

type Props = {
  /** ISO 8601; null for no end. */
  expiresAt: string | null
  /** When the post goes out, or when it came out; null for now. */
  out: string | null
  /** The end is the one that the post has: a passed one is no error. */
  isSaved?: boolean
  onEdit: (expiresAt: string | null) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** The optional end of a post, in the time of this device. */
export function EndField({ expiresAt, out, isSaved = false, onEdit, ref }: Props) {
  const { t } = useLingui()
  const problem = useEndProblem(expiresAt, out)
  return (
    <TextField
      {...(ref && { ref })}
      type="datetime-local"
      label={t`Ends at`}
      value={toLocalTimeInput(expiresAt)}
      max={LATEST_INPUT}
      hint={<Trans>Leave empty to keep the post. At its end it is archived. Your local time.</Trans>}
      error={problem === null || isSaved ? undefined : translated(problem)}
      onChange={(event) => onEdit(fromLocalTimeInput(event.target.value))}
    />
  )
}

/** Why the post cannot end then, in the server's words, by the clock of this device; null when it can. */
export function useEndProblem(expiresAt: string | null, out: string | null): string | null {
  const now = useNow()
  return expiryProblem(expiresAt, { from: out === null ? 0 : Date.parse(out), now })
}
