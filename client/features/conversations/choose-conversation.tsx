import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'

/** Beside the list, while no conversation is open. */
export function ChooseConversation() {
  const { t } = useLingui()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState icon={<MessageCircle />} title={t`Choose a conversation`}>
        <Trans>It opens here, and works without a connection as well.</Trans>
      </EmptyState>
    </div>
  )
}

/** The address names a conversation that this device does not have. */
export function NoConversation({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={<MessageCircle />}
        title={isOffline ? t`This conversation is not on this device` : t`This conversation does not exist`}
        action={
          <Link to="/messages" className={buttonClass('secondary')}>
            <Trans>All conversations</Trans>
          </Link>
        }
      >
        {isOffline ? (
          <Trans>It may appear when you are back online.</Trans>
        ) : (
          <Trans>The address may be wrong, or the conversation is not yours.</Trans>
        )}
      </EmptyState>
    </div>
  )
}
