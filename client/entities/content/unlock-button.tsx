import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import { useUnit } from 'effector-react'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import { useEffect } from 'react'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { useMoneyOf } from '../../core/settings/token-price.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import type { Content } from './content-actions.ts'
import { pagePath } from './page-path.ts'
import { useContentActions } from './use-content-actions.ts'

type Props = {
  content: Content & { price: number }
  /** Why its files cannot be seen yet: it is not for sale then. */
  unready: Unready | undefined
}

/**
 * Asks to buy a thing, for somebody signed in who did not make it; the dialog shows the price again. A visitor signs up first,
 * and has the dialog on the way back.
 */
export function UnlockButton({ content, unready }: Props) {
  const session = useUnit($session)
  const { askToBuy } = useContentActions()
  const { price, id } = content
  const money = useMoneyOf()(price)
  const mayBuy = session.state === 'signed-in' && session.user._id !== content.ownerId && !unready
  useEffect(() => {
    // Several cards may show the thing: the first one asks.
    if (mayBuy && takeIntention('buy', id)) askToBuy(content)
  })
  if (unready) return <NotForSaleYet unready={unready} />
  if (session.state === 'signed-out') {
    const path = pagePath(content.type, id)
    // Nothing for what has no page to come back to.
    return path === null ? null : <SignUpToUnlock thing={{ id, price, path }} />
  }
  if (session.user._id === content.ownerId) return null
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

/** Leads a visitor to an account, and back to the page of the thing with the question whether to pay its price, in tokens. */
export function SignUpToUnlock({ thing: { id, price, path } }: { thing: { id: string; price: number; path: string } }) {
  const money = useMoneyOf()(price)
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'buy', id, name: '', path })}
      className={buttonClass('primary')}
    >
      {money === null ? (
        <Plural value={price} one="Sign up to unlock for # token" other="Sign up to unlock for # tokens" />
      ) : (
        <Plural
          value={price}
          one={`Sign up to unlock for # token (${money})`}
          other={`Sign up to unlock for # tokens (${money})`}
        />
      )}
    </Link>
  )
}

/** Stands in the place of the way to buy a thing whose files cannot be seen yet. */
export function NotForSaleYet({ unready }: { unready: Unready }) {
  const Icon = unready === 'processing' ? LoaderCircle : CircleAlert
  return (
    <p className="flex min-h-target items-center gap-2 text-sm font-semibold">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {unready === 'processing' ? (
        <Trans>Not for sale yet: it is being prepared</Trans>
      ) : (
        <Trans>Not for sale: a file is damaged</Trans>
      )}
    </p>
  )
}
