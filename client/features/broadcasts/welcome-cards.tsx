import { Trans, useLingui } from '@lingui/react/macro'
import { WelcomeList } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Trigger, Welcome } from '@vesper/sync/vesper/api/broadcasts.ts'
import { Suspense, useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { FiguresList } from './figures-list.tsx'

const WelcomeDialog = lazyAgain(async () => (await import('./welcome-dialog.tsx')).WelcomeDialog, 'reach')

/** The messages that go out by themselves. */
export function WelcomeCards() {
  const { t } = useLingui()
  const { data, error, isLoading, mutate } = useKeptAnswer('/performer/welcomes', WelcomeList)
  const [edited, edit] = useState<Welcome | null>(null)
  return (
    <section aria-labelledby="welcomes" className="grid gap-3">
      <h2 id="welcomes" className="text-lg font-bold">
        <Trans>Automatic messages</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>A fan gets each of them once in 90 days, and sees that it is automatic.</Trans>
      </p>
      {data ? (
        <ul role="list" aria-label={t`Automatic messages`} className="grid gap-2">
          {data.data.map((welcome) => (
            <li key={welcome.trigger} className="grid gap-2 rounded-card border border-line bg-surface px-4 py-3">
              <span className="font-semibold text-ink">
                <TriggerName trigger={welcome.trigger} />
              </span>
              <bdi className="line-clamp-2 text-sm wrap-anywhere text-muted">
                {welcome.isOn ? welcome.text || <Trans>Files without words</Trans> : <Trans>Off</Trans>}
              </bdi>
              {welcome.figures.sent > 0 && <FiguresList figures={welcome.figures} isSold={welcome.price > 0} />}
              <Button kind="secondary" className="justify-self-start" onClick={() => edit(welcome)}>
                <Trans>Change</Trans>
              </Button>
            </li>
          ))}
        </ul>
      ) : isLoading || error === undefined ? (
        <Skeleton className="h-40 rounded-card" />
      ) : (
        <ErrorState
          title={t`Automatic messages could not be loaded`}
          message={errorMessage(error)}
          onRetry={() => void mutate()}
        />
      )}
      {edited && (
        <Suspense>
          <WelcomeDialog
            welcome={edited}
            onSaved={(list) => void mutate(list, { revalidate: false })}
            onClose={() => edit(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function TriggerName({ trigger }: { trigger: Trigger }) {
  if (trigger === 'follow') return <Trans>To new followers</Trans>
  return trigger === 'subscribe' ? <Trans>To new subscribers</Trans> : <Trans>To subscribers who are back</Trans>
}
