import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import { useCloseOnLeaving } from '../../ui/overlay/close-overlays.ts'
import { $chosenAction, actionClosed } from './content-actions.ts'

/** The dialog of the action that was chosen from a menu of content. */
export function ContentDialog() {
  const [chosen, close] = useUnit([$chosenAction, actionClosed])
  // Also while it is being loaded.
  useCloseOnLeaving(close)
  if (!chosen) return null
  const { dialog: Chosen } = chosen.action
  return (
    <Suspense fallback={null}>
      <Chosen content={chosen.content} onClose={close} />
    </Suspense>
  )
}
