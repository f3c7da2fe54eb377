import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { CircleAlert, Clock3, Copy, Pencil, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { translated } from '../../core/api/error-message.ts'
import { ProfileChanges } from '../../core/sync/profile-changes.tsx'
import { age } from '../../ui/age.ts'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useNow } from '../../ui/use-now.ts'
import { canEdit, describeMutation, outboxState } from './describe-mutation.ts'
import type { Described } from './describe-mutation.ts'

type Props = {
  record: OutboxRecord
  /** An attempt that was asked for here is being made. */
  isTrying: boolean
  /** Why it waits still, after an attempt that was asked for here. */
  why: ReactNode
  onRetry: () => void
  onEdit: () => void
  onCopy: (text: string) => void
  onDiscard: () => void
}

/** One thing that has not reached the server. */
export function OutboxItem({ record, isTrying, why, onRetry, onEdit, onCopy, onDiscard }: Props) {
  const { t } = useLingui()
  const state = outboxState(record)
  const isFailed = state === 'failed'
  const described = describeMutation(record)
  const text = described.kind === 'message' && described.text
  const hasEdit = record.name === 'message.send' || canEdit(record)
  return (
    <div
      className={cx(
        'grid gap-2 rounded-card border bg-surface p-4 shadow-card',
        isFailed ? 'border-danger-ink/60' : 'border-line',
      )}
    >
      <p dir="auto" className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <What described={described} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StateWord record={record} />
        <Age since={record.queuedAt} />
      </p>
      {why && <p className="text-sm text-muted">{why}</p>}
      {record.rejection && <p className="text-sm text-danger-ink">{translated(record.rejection.message)}</p>}
      {state !== 'cancelling' && (
        // A request may begin and end under a finger: what can be pressed keeps its place, and can be pressed meanwhile.
        <div className="-mx-2 -mb-2 flex flex-wrap">
          <Action
            icon={isTrying ? <Spinner /> : <RotateCw />}
            label={isTrying ? t`Trying…` : t`Retry`}
            isBusy={isTrying}
            onPress={onRetry}
          />
          {hasEdit && <Action icon={<Pencil />} label={t`Edit`} isDisabled={!canEdit(record)} onPress={onEdit} />}
          {text && <Action icon={<Copy />} label={t`Copy text`} onPress={() => onCopy(text)} />}
          <Action icon={<Trash2 />} label={t`Discard`} danger onPress={onDiscard} />
        </div>
      )}
    </div>
  )
}

type ActionProps = {
  icon: ReactNode
  label: string
  danger?: boolean
  /** What was asked for is under way: a second press does nothing, and the focus stays. */
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

function What({ described }: { described: Described }) {
  switch (described.kind) {
    case 'message':
      return (
        <>
          {described.text}
          {described.fileCount > 0 && (
            <span className="text-muted">
              {described.text && ' · '}
              <Plural value={described.fileCount} one="# photo or video" other="# photos or videos" />
            </span>
          )}
        </>
      )
    case 'delete':
      return <Trans>Delete a message</Trans>
    case 'open':
      return <Trans>Begin a conversation with {described.name}</Trans>
    case 'read':
      return <Trans>Mark the conversation as read</Trans>
    case 'profile':
      return <ProfileChanges changes={described.changes} />
    case 'preferences':
      return <Trans>Change the settings of the app</Trans>
    case 'follow':
      return <Follow name={described.name} following={described.following} />
    case 'cart':
      return described.quantity > 0 ? (
        <Trans>
          {described.quantity} × {described.name}
        </Trans>
      ) : (
        <Trans>Take {described.name} out of the cart</Trans>
      )
    case 'cart-clear':
      return <Trans>Empty the cart</Trans>
    case 'draft':
      return <DraftDeed {...described} />
    case 'post':
      return <Post action={described.action} text={described.text} />
    case 'reaction':
      return <Reaction action={described.action} on={described.on} />
    case 'other':
      return described.name
  }
}

function Follow({ name, following }: { name: string; following: boolean }) {
  if (!name) return following ? <Trans>Follow a creator</Trans> : <Trans>Follow a creator no longer</Trans>
  return following ? <Trans>Follow {name}</Trans> : <Trans>Follow {name} no longer</Trans>
}

function DraftDeed({ deed, text }: { deed: 'save' | 'discard' | 'publish'; text: string }) {
  if (deed === 'discard') return <Trans>Discard a draft</Trans>
  return deed === 'publish' ? <Trans>Publish a post</Trans> : text || <Trans>Changes of a draft</Trans>
}

function Post({ action, text }: { action: 'publish' | 'update' | 'remove'; text: string }) {
  const { t } = useLingui()
  if (action === 'remove') return <Trans>Remove a post</Trans>
  const said = { publish: t`Publish a post`, update: t`Change a post` }[action]
  return text ? <bdi>{`${said}: ${text}`}</bdi> : said
}

function Reaction({ action, on }: { action: 'like' | 'bookmark'; on: boolean }) {
  if (action === 'like') return on ? <Trans>Like a post</Trans> : <Trans>Like a post no longer</Trans>
  return on ? <Trans>Bookmark a post</Trans> : <Trans>Remove a bookmark</Trans>
}

function StateWord({ record }: { record: OutboxRecord }) {
  const state = outboxState(record)
  const tone = state === 'failed' ? 'text-danger-ink' : state === 'waiting' ? 'text-warn-ink' : 'text-accent-ink'
  const Icon = state === 'failed' ? CircleAlert : Clock3
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold', tone)}>
      <Icon className="size-4" aria-hidden="true" />
      {state === 'waiting' && <Trans>Waiting</Trans>}
      {state === 'sending' && <Trans>Sending</Trans>}
      {state === 'failed' && <Trans>Failed</Trans>}
      {state === 'cancelling' && <Trans>Being taken back</Trans>}
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
