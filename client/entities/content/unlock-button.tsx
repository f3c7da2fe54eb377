import { Plural, Trans } from '@lingui/react/macro'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import { useUnit } from 'effector-react'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { useMoneyOf } from '../../core/settings/token-price.tsx'
import { Button } from '../../ui/controls/button.tsx'
import type { Content } from './content-actions.ts'
import { useContentActions } from './use-content-actions.ts'

type Props = {
  content: Content & { price: number }
  /** Why its files cannot be seen yet: it is not for sale then. */
  unready: Unready | undefined
}

/** Asks to buy a thing, for somebody signed in who did not make it; the dialog shows the price again. */
export function UnlockButton({ content, unready }: Props) {
  const user = useUnit($user)
  const { askToBuy } = useContentActions()
  const { price } = content
  const money = useMoneyOf()(price)
  if (unready) return <NotForSaleYet unready={unready} />
  if (!user || user._id === content.ownerId) return null
  return (
    <Button onClick={() => askToBuy(content)}>
      {money === null ? (
        <Plural value={price} one="Unlock for # token" other="Unlock for # tokens" />
      ) : (
        <Plural value={price} one={`Unlock for # token (${money})`} other={`Unlock for # tokens (${money})`} />
      )}
    </Button>
  )
}

/** Stands in the place of the way to buy a thing whose files cannot be seen yet. */
export function NotForSaleYet({ unready }: { unready: Unready }) {
  const Icon = unready === 'processing' ? LoaderCircle : CircleAlert
  return (
    <p className="flex min-h-target items-center gap-2 text-sm font-semibold">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {unready === 'processing' ? <Trans>Being prepared</Trans> : <Trans>Not for sale: a file is damaged</Trans>}
    </p>
  )
}
