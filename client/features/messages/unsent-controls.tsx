import { Trans, useLingui } from '@lingui/react/macro'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { translated } from '../../core/api/error-message.ts'
import type { MessageActions } from './menu/use-message-actions.tsx'

type Props = { message: Message; reason: string; actions: MessageActions }

const action =
  'min-h-target rounded-control px-3 text-sm font-semibold transition-colors duration-150 hover:bg-raised active:scale-[0.98]'

/** Why a message was not sent, and what can be done about it, in its place. */
export function UnsentControls({ message, reason, actions }: Props) {
  const { t } = useLingui()
  const { edit } = actions
  return (
    <div
      className="mt-1 flex max-w-[34rem] flex-wrap items-center justify-end gap-x-1"
      role="group"
      aria-label={t`Not sent`}
    >
      <p className="px-2 text-sm text-danger-ink">
        {reason ? translated(reason) : <Trans>The message was not sent.</Trans>}
      </p>
      <span className="flex">
        <button type="button" className={`${action} text-accent-ink`} onClick={() => actions.retry(message._id)}>
          <Trans>Retry</Trans>
        </button>
        {edit ? (
          <button type="button" className={`${action} text-accent-ink`} onClick={() => edit(message._id)}>
            <Trans>Edit</Trans>
          </button>
        ) : (
          message.text && (
            <button type="button" className={`${action} text-accent-ink`} onClick={() => actions.copy(message)}>
              <Trans>Copy text</Trans>
            </button>
          )
        )}
        <button type="button" className={`${action} text-danger-ink`} onClick={() => actions.discard(message._id)}>
          <Trans>Discard</Trans>
        </button>
      </span>
    </div>
  )
}
