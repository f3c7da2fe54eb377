import { Trans, useLingui } from '@lingui/react/macro'
import { StatementList } from '@vesper/sync/vesper/api/cases.ts'
import { useCallback } from 'react'
import * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { AsOf } from '../../core/api/as-of.tsx'
import { useAskAgain } from '../../core/api/use-ask-again.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useOnReconnect } from '../../core/connection/use-on-reconnect.ts'
import { noteSuspension } from '../../core/session/note-suspension.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { textLinkClass } from '../../ui/form/text-link.ts'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { DecisionParts } from './decision-parts.tsx'
import { OwnRenewals } from './own-renewals.tsx'

const ASK_AGAIN_MS = 15_000
/** A call that is not open to a suspended account: its answer says that the suspension is over. */
const CLOSED_CALL = { path: '/notifications', query: { pageSize: 1 }, answer: v.unknown() } as const

type Props = { account: string; isPerformer: boolean; onLeave: () => void }

/** Says that the account is suspended, and why. It goes by itself when the suspension ends. */
export function SuspendedPage({ account, isPerformer, onLeave }: Props) {
  const { t } = useLingui()
  const list = usePagedList({ path: '/decisions', answer: StatementList })
  const look = useCallback(async () => {
    await callApi(CLOSED_CALL)
    noteSuspension(account, false)
  }, [account])
  const lookNow = useCallback(() => void look().catch(() => undefined), [look])
  useAskAgain(true, look, ASK_AGAIN_MS)
  useOnReconnect(true, lookNow)
  const statement = list.items?.find(({ kind, side, isAlive }) => kind === 'suspend' && side === 'author' && isAlive)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col">
      <PageHeader title={t`Your account is suspended`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <p>
          <Trans>
            You can read why and appeal. Everything on this device stays, and unsent changes wait until the suspension
            ends.
          </Trans>
        </p>
        <AsOf at={list.keptAt} />
        {statement ? (
          <DecisionParts account={account} statement={statement} onSent={list.reload} />
        ) : (
          list.items === undefined &&
          (list.failure === null ? (
            <Skeleton className="h-40 rounded-card" />
          ) : (
            <ErrorState title={t`The decision could not be loaded`} message={list.failure} onRetry={list.retry} />
          ))
        )}
        <OwnRenewals />
        <div className="flex flex-wrap gap-2">
          <a
            href={statement ? `/user/decisions/${statement._id}` : '/user/decisions'}
            className={buttonClass('secondary')}
          >
            <Trans>Read why</Trans>
          </a>
          <Button kind="secondary" onClick={onLeave}>
            <Trans>Log out</Trans>
          </Button>
        </div>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {isPerformer && (
            <a href="/creator/payouts" className={textLinkClass}>
              <Trans>Payouts</Trans>
            </a>
          )}
          <a href="/user/security" className={textLinkClass}>
            <Trans>Security</Trans>
          </a>
          <a href="/outbox" className={textLinkClass}>
            <Trans>Waiting to be sent</Trans>
          </a>
          <a href="/contact" className={textLinkClass}>
            <Trans>Contact</Trans>
          </a>
        </p>
      </div>
    </main>
  )
}
