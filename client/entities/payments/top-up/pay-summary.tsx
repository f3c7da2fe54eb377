import { Plural, Trans } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { Content } from '../../content/content-actions.ts'
import { useContentPage } from '../../content/use-content-page.ts'
import { leftPaymentsOf, withoutPerson } from './left-payments.ts'
import type { Leaving } from './left-payments.ts'
import { TopUpOffer } from './top-up-offer.tsx'

type Props = {
  tokens: number
  /** Undefined while it is not known. */
  balance: number | undefined
  /** Tokens that the next top-up settles first: nothing is sold before. */
  debt?: number | undefined
  /** The payment was sent and has no answer: it may be paid already, and then needs no more tokens. */
  isUnanswered?: boolean
  /** The dialog that shows it, which a top-up leads back to. */
  asked: { by: 'buy' | 'tip' | 'subscribe'; content: Content }
}

/** Shows the price of a payment in tokens and in money, the rest of the wallet after it, and the way to what it lacks. */
export function PaySummary({ tokens, balance, debt = 0, isUnanswered = false, asked }: Props) {
  const isOffline = useUnit($offline)
  const price = useMoneyOf()(tokens)
  const page = useContentPage(asked.content)
  const missing = balance === undefined ? undefined : tokens - balance
  const isShort = missing !== undefined && (missing > 0 || debt > 0)
  const summary = useRef<HTMLDListElement>(null)
  useOnFilled({ isFilled: missing !== undefined && !isShort, page, summary })
  return (
    <>
      <dl ref={summary} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
        <dt>
          <Trans>Price</Trans>
        </dt>
        <dd className="text-end font-semibold text-ink">
          <Plural value={tokens} one="# token" other="# tokens" />
          {price && ` (${price})`}
        </dd>
        <dt>
          <Trans>In your wallet</Trans>
        </dt>
        <dd className="text-end">
          {balance === undefined ? (
            <Trans>Not known on this device yet</Trans>
          ) : (
            <Plural value={balance} one="# token" other="# tokens" />
          )}
        </dd>
        {missing !== undefined && missing <= 0 && (
          <>
            <dt>
              <Trans>Left afterwards</Trans>
            </dt>
            <dd className="text-end">
              <Plural value={-missing} one="# token" other="# tokens" />
            </dd>
          </>
        )}
      </dl>
      {isShort && !isUnanswered && (
        <TopUpOffer key={page} missing={missing} debt={debt} leaving={leavingOf(asked, page)} />
      )}
      <div role="status" className="empty:absolute">
        {isOffline && (
          <Notice tone="warning">
            <Trans>Needs a connection. Nothing is charged while you are offline.</Trans>
          </Notice>
        )}
      </div>
    </>
  )
}

function leavingOf({ by, content }: Props['asked'], page: string): Leaving {
  return { by, page, content: withoutPerson(content) }
}

/** A wallet that has what was missing: the top-up has done its work, and the button that pays is the next step. */
function useOnFilled({
  isFilled,
  page,
  summary,
}: {
  isFilled: boolean
  page: string
  summary: { current: HTMLElement | null }
}) {
  const account = useUnit($user)?._id ?? ''
  useEffect(() => {
    if (!isFilled) return
    leftPaymentsOf(account).drop((left) => left.page === page && left.state === 'paid')
    // The button that had the focus is gone.
    if (document.activeElement !== document.body) return
    summary.current?.closest('dialog')?.querySelector<HTMLElement>('[data-pays]:not(:disabled)')?.focus()
  }, [isFilled, account, page, summary])
}
