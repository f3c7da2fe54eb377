import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { CircleAlert, Clock3, Copy, Pencil, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { translated } from '../../core/api/error-message.ts'
import { queuedArgs } from '../../core/sync/mutation-words.ts'
import type { MutationWords } from '../../core/sync/mutation-words.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { cx } from '../../ui/cx.ts'
import { age } from '../../ui/text/age.ts'
import { useNow } from '../../ui/use-now.ts'

type Props = {
  record: OutboxRecord
  /** Undefined for a mutation that this version of the app does not know. */
  words: MutationWords | undefined
  /** Stands in place of the description of the one mutation. */
  description?: ReactNode
  /** An attempt that was asked for here is being made. */
  isTrying: boolean
  /** Why it waits still, after an attempt that was asked for here. */
  why: ReactNode
  onRetry: () => void
  onEdit: () => void
  onCopy: (text: string) => void
  /** Missing where it cannot be discarded at once. */
  onDiscard?: () => void
}

/** One change that has not reached the server. */
export function OutboxItem({ record, words, description, isTrying, why, onRetry, onEdit, onCopy, onDiscard }: Props) {
  const { t } = useLingui()
  const isRejected = record.state === 'rejected'
  const args = queuedArgs(record)
  const text = words?.textToCopy?.(args)
  const canEdit = words?.edit?.states.includes(record.state) ?? false
  return (
    <div
      className={cx(
        'grid gap-2 rounded-card border bg-surface p-4 shadow-card',
        isRejected ? 'border-danger-ink/60' : 'border-line',
      )}
    >
      {description ?? (
        <p dir="auto" className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {words ? <words.Description args={args} /> : record.name}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StateLabel state={record.state} />
        <Age since={record.queuedAt} />
      </p>
      {why && <p className="text-sm text-muted">{why}</p>}
      {record.rejection && <p className="text-sm text-danger-ink">{translated(record.rejection.message)}</p>}
      {record.state !== 'cancelling' && (
        // A request may begin and end under a finger: what can be pressed keeps its place, and can be pressed meanwhile.
        <div className="-mx-2 -mb-2 flex flex-wrap">
          <Action
            icon={isTrying ? <Spinner /> : <RotateCw />}
            label={isTrying ? t`Trying…` : t`Retry`}
            isBusy={isTrying}
            onPress={onRetry}
          />
          {(canEdit || words?.edit?.isAlwaysShown) && (
            <Action icon={<Pencil />} label={t`Edit`} isDisabled={!canEdit} onPress={onEdit} />
          )}
          {text && <Action icon={<Copy />} label={t`Copy text`} onPress={() => onCopy(text)} />}
          {onDiscard && <Action icon={<Trash2 />} label={t`Discard`} danger onPress={onDiscard} />}
        </div>
      )}
    </div>
  )
}

type ActionProps = {
  icon: ReactNode
  label: string
  danger?: boolean
  /** The action is under way: a second press does nothing, and the focus stays. */
  isBusy?: boolean
  isDisabled?: boolean
  onPress: () => void
}

function Action({ icon, label, danger, isBusy = false, isDisabled = false, onPress }: ActionProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && onPress()}
      className={cx(
        'inline-flex min-h-target items-center gap-1.5 rounded-control px-2 text-sm font-semibold transition-colors duration-150 hover:bg-raised disabled:opacity-55 [&_svg]:size-4',
        danger ? 'text-danger-ink' : 'text-accent-ink',
      )}
    >
      {icon}
      {label}
    </button>
  )
}

function StateLabel({ state }: Pick<OutboxRecord, 'state'>) {
  const tone = {
    waiting: 'text-warn-ink',
    sending: 'text-accent-ink',
    rejected: 'text-danger-ink',
    cancelling: 'text-accent-ink',
  }
  const Icon = state === 'rejected' ? CircleAlert : Clock3
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold', tone[state])}>
      <Icon className="size-4" aria-hidden="true" />
      {state === 'waiting' && <Trans>Waiting</Trans>}
      {state === 'sending' && <Trans>Sending</Trans>}
      {state === 'rejected' && <Trans>Failed</Trans>}
      {state === 'cancelling' && <Trans>Cancelling</Trans>}
    </span>
  )
}

function Age({ since }: { since: string }) {
  const { i18n } = useLingui()
  const now = useNow()
  return (
    <time dateTime={since} className="text-muted">
      {age(since, now, i18n.locale)}
    </time>
  )
}
