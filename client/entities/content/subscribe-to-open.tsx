import { Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useContentActions } from './use-content-actions.ts'

/** Offers to subscribe where something is for subscribers. Visitors and the creator get nothing. */
export function SubscribeToOpen({ performerId }: { performerId: string }) {
  const user = useUnit($user)
  const { askToSubscribe } = useContentActions()
  if (!user || user._id === performerId) return null
  return (
    <Button onClick={() => askToSubscribe({ type: 'performer', id: performerId, ownerId: performerId })}>
      <Trans>Subscribe</Trans>
    </Button>
  )
}
