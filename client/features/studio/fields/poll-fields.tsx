import { Trans, useLingui } from '@lingui/react/macro'
import { pollEndProblem } from '@vesper/sync/vesper/api/post-fields.ts'
import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'
import {
  POLL_OPTION_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_QUESTION_MAX,
} from '@vesper/sync/vesper/records/post.ts'
import { ChartBar, Plus, X } from 'lucide-react'
import { translated } from '../../../core/api/error-message.ts'
import { fromLocalTimeInput, LATEST_INPUT, toLocalTimeInput } from '../../../core/forms/local-time.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useNow } from '../../../ui/use-now.ts'

type Props = {
  poll: PostPoll | null
  /** When the post goes out; null for now. */
  scheduledAt: string | null
  isReadOnly: boolean
  onEdit: (poll: PostPoll | null) => void
}

/** A question with its options, if the post has one. */
export function PollFields({ poll, scheduledAt, isReadOnly, onEdit }: Props) {
  const { t } = useLingui()
  if (!poll) {
    return (
      <Button
        kind="secondary"
        className="justify-self-start"
        disabled={isReadOnly}
        icon={<ChartBar className="size-5" />}
        onClick={() => onEdit({ question: '', options: ['', ''] })}
      >
        <Trans>Add a poll</Trans>
      </Button>
    )
  }
  const { question, options } = poll
  const put = (index: number, option: string) =>
    onEdit({ ...poll, options: options.with(index, option.toWellFormed()) })
  return (
    <fieldset disabled={isReadOnly} className="grid gap-3 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-medium text-muted">
        <Trans>Poll</Trans>
      </legend>
      <TextField
        label={t`Question`}
        dir="auto"
        value={question}
        maxLength={POLL_QUESTION_MAX}
        onChange={(event) => onEdit({ ...poll, question: event.target.value.toWellFormed() })}
      />
      {options.map((option, index) => (
        // Options have no names of their own: their places are all that tells them apart.
        <div key={index} className="flex items-end gap-2">
          <TextField
            label={t`Option ${index + 1}`}
            dir="auto"
            fieldClassName="flex-1"
            value={option}
            maxLength={POLL_OPTION_MAX}
            onChange={(event) => put(index, event.target.value)}
          />
          <IconButton
            label={t`Remove option ${index + 1}`}
            className="text-muted"
            disabled={options.length <= POLL_OPTIONS_MIN}
            onClick={() => onEdit({ ...poll, options: options.toSpliced(index, 1) })}
          >
            <X className="size-5" />
          </IconButton>
        </div>
      ))}
      <Asking poll={poll} scheduledAt={scheduledAt} onEdit={onEdit} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          disabled={options.length >= POLL_OPTIONS_MAX}
          icon={<Plus className="size-5" />}
          onClick={() => onEdit({ ...poll, options: [...options, ''] })}
        >
          <Trans>Add an option</Trans>
        </Button>
        <Button kind="quiet" onClick={() => onEdit(null)}>
          <Trans>Remove the poll</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

type AskingProps = Pick<Props, 'scheduledAt' | 'onEdit'> & { poll: PostPoll }

/** How many answers a voter gives, and until when. */
function Asking({ poll, scheduledAt, onEdit }: AskingProps) {
  const { t } = useLingui()
  const now = useNow()
  const problem = pollEndProblem(poll.endsAt, Math.max(now, scheduledAt === null ? 0 : Date.parse(scheduledAt)))
  return (
    <>
      <Checkbox
        label={<Trans>Several answers</Trans>}
        checked={poll.isMultiple === true}
        onChange={(event) => onEdit({ ...poll, isMultiple: event.target.checked })}
      />
      <TextField
        type="datetime-local"
        label={t`Poll ends at`}
        value={toLocalTimeInput(poll.endsAt ?? null)}
        max={LATEST_INPUT}
        hint={<Trans>Leave empty to keep it open. Your local time.</Trans>}
        error={problem === null ? undefined : translated(problem)}
        onChange={(event) => onEdit({ ...poll, endsAt: fromLocalTimeInput(event.target.value) })}
      />
    </>
  )
}
