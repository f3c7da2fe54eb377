import { Trans, useLingui } from '@lingui/react/macro'
import { isTooFarAhead, TOO_FAR_AHEAD } from '@vesper/sync/vesper/api/post-fields.ts'
import type { DraftContent } from '@vesper/sync/vesper/records/post-draft.ts'
import { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { translated } from '../../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../../core/forms/local-time.ts'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { isDue } from '../posts/post-items.ts'
import { AccessLabel } from './access-label.tsx'
import { PriceField } from './price-field.tsx'
import type { AskedPrice } from './use-asked-price.ts'

type Terms = Pick<DraftContent, 'access' | 'price' | 'scheduledAt'>

type Props = {
  content: Terms
  /** A draft gets its time when it is published, and what is out has none to move to. */
  hasTime: boolean
  asked: Pick<AskedPrice, 'field' | 'isAsked'>
  isReadOnly: boolean
  onEdit: (change: Partial<Terms>) => void
}

/** Who may read it, for how much, and, where it waits for its time, from when. */
export function TermsFields({ content, hasTime, asked, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  const { access, price, scheduledAt } = content
  // Said and no more: a clock that is behind would refuse what the server takes.
  const now = useNow()
  const isTooFar = scheduledAt !== null && isTooFarAhead(scheduledAt, now)
  const isPast = scheduledAt !== null && isDue(scheduledAt, now)
  return (
    <div className="grid content-start gap-4">
      <SelectField
        label={t`Who can see it`}
        value={access}
        disabled={isReadOnly}
        onChange={(event) => onEdit({ access: event.target.value as PostAccess })}
      >
        {PostAccess.options.map((option) => (
          <option key={option} value={option}>
            <AccessLabel access={option} />
          </option>
        ))}
      </SelectField>
      {access === 'paid' && (
        <PriceField price={price} asked={asked} isReadOnly={isReadOnly} onEdit={(next) => onEdit({ price: next })} />
      )}
      {hasTime && (
        <TextField
          type="datetime-local"
          label={t`Publish at`}
          value={toLocalTimeInput(scheduledAt)}
          max={LATEST_INPUT}
          disabled={isReadOnly}
          hint={<Trans>Leave empty to publish now. Your local time.</Trans>}
          error={isTooFar ? translated(TOO_FAR_AHEAD) : isPast ? t`This time has passed.` : undefined}
          onChange={(event) => onEdit({ scheduledAt: fromLocalTimeInput(event.target.value) })}
        />
      )}
    </div>
  )
}
