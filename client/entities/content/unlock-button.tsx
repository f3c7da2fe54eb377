import { Plural } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Content } from './content-actions.ts'
import { useContentActions } from './use-content-actions.ts'

/** Asks to buy a thing, for somebody signed in who did not make it; the dialog shows the price again. */
export function UnlockButton({ content }: { content: Content & { price: number } }) {
  const user = useUnit($user)
  const { askToBuy } = useContentActions()
  const { price } = content
  if (!user || user._id === content.ownerId) return null
  return (
    <Button onClick={() => askToBuy(content)}>
      <Plural value={price} one="Unlock for # token" other="Unlock for # tokens" />
    </Button>
  )
}
