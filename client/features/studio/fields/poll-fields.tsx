import { Trans, useLingui } from '@lingui/react/macro'
import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'
import {
  POLL_OPTION_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_QUESTION_MAX,
} from '@vesper/sync/vesper/records/post.ts'
import { ChartBar, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

type Props = { poll: PostPoll | null; isReadOnly: boolean; onEdit: (poll: PostPoll | null) => void }

/** A question with its options, if the post has one. */
export function PollPart({ poll, isReadOnly, onEdit }: Props) {
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
    onEdit({ question, options: options.with(index, option.toWellFormed()) })
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
        onChange={(event) => onEdit({ question: event.target.value.toWellFormed(), options })}
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
            onClick={() => onEdit({ question, options: options.toSpliced(index, 1) })}
          >
            <X className="size-5" />
          </IconButton>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          disabled={options.length >= POLL_OPTIONS_MAX}
          icon={<Plus className="size-5" />}
          onClick={() => onEdit({ question, options: [...options, ''] })}
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
