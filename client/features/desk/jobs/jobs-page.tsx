import { Trans, useLingui } from '@lingui/react/macro'
import { DeskJobs } from '@vesper/sync/vesper/api/desk-jobs.ts'
import type { DeskJob, DeskJobItem } from '@vesper/sync/vesper/api/desk-jobs.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

/** The background work of the site: its runs, its failures, and the mails that were not sent. */
export function JobsPage() {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer('/desk/jobs', DeskJobs)
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Jobs`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        {data ? (
          <Jobs jobs={data} onChanged={() => void mutate()} />
        ) : error === undefined ? (
          <Skeleton className="h-96 rounded-card" />
        ) : (
          <ErrorState
            title={t`The jobs could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
    </main>
  )
}

function Jobs({ jobs: { data, items, mails }, onChanged }: { jobs: DeskJobs; onChanged: () => void }) {
  const { t } = useLingui()
  const { waiting, givenUp } = mails
  return (
    <>
      <p className="text-sm text-muted">
        <Trans>
          Unsent mails: {waiting} wait, {givenUp} are not tried any more.
        </Trans>{' '}
        {mails.lastError !== null && <bdi>{mails.lastError}</bdi>}
      </p>
      <section className="grid grid-cols-1 gap-2">
        <h2 className="text-lg font-bold">
          <Trans>Failed and waiting</Trans>
        </h2>
        {items.length === 0 ? (
          <p className="text-muted">
            <Trans>No work has failed, and none waits.</Trans>
          </p>
        ) : (
          <ul role="list" aria-label={t`Failed and waiting`} className="grid grid-cols-1 gap-2">
            {items.map((item) => (
              <Item key={item._id} item={item} onChanged={onChanged} />
            ))}
          </ul>
        )}
      </section>
      <ul role="list" aria-label={t`Jobs`} className="grid grid-cols-1 gap-2">
        {data.map((job) => (
          <Job key={job.name} job={job} onChanged={onChanged} />
        ))}
      </ul>
    </>
  )
}

const rowClass = 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4'

function Item({ item, onChanged }: { item: DeskJobItem; onChanged: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [isDiscarding, setDiscarding] = useState(false)
  const { name, subjects } = item
  const states = { created: t`Waiting`, retry: t`Runs again soon`, failed: t`Failed` }
  const act = async (action: 'retry' | 'discard') => {
    await callApi({ method: 'POST', path: `/desk/jobs/${item._id}/${action}`, answer: Done })
    void showToast('success', t`Done`)
    setDiscarding(false)
    onChanged()
  }
  const retry = useActionWithToast(() => act('retry'))
  const discard = useActionWithToast(() => act('discard'))
  return (
    <li className={rowClass}>
      <div className="grid min-w-40 flex-1 text-sm">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <span>{states[item.state]}</span>
        {item.error !== null && (
          <span dir="auto" className="wrap-anywhere text-danger-ink">
            {item.error}
          </span>
        )}
        {subjects.map((subject) => (
          <code key={subject.name} dir="ltr" className="text-start wrap-anywhere text-muted">
            {subject.name} {subject.id}
          </code>
        ))}
      </div>
      {item.state === 'failed' && (
        <Button kind="secondary" disabled={isOffline} busy={retry.busy} onClick={() => void retry.run()}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <Button kind="secondary" disabled={isOffline} onClick={() => setDiscarding(true)}>
        <Trans>Discard</Trans>
      </Button>
      {isDiscarding && (
        <ConfirmDialog
          title={t`Discard this work?`}
          yes={<Trans>Discard</Trans>}
          busy={discard.busy}
          onYes={() => void discard.run()}
          onClose={() => setDiscarding(false)}
        >
          <Trans>It is never done, and nothing brings it back.</Trans>
        </ConfirmDialog>
      )}
    </li>
  )
}

function Job({ job, onChanged }: { job: DeskJob; onChanged: () => void }) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { name, queued, active, failed } = job
  const wake = useActionWithToast(async () => {
    await callApi({ method: 'POST', path: `/desk/jobs/${name}/wake`, answer: Done })
    void showToast('success', t`It runs now.`)
    onChanged()
  })
  const time = (at: string | null) =>
    at === null ? '–' : formatDate(new Date(at), i18n.locale, { dateStyle: 'short', timeStyle: 'medium' })
  const [last, next] = [time(job.lastAt), time(job.nextAt)]
  return (
    <li className={rowClass}>
      <div className="grid min-w-40 flex-1 text-sm">
        <code className="font-semibold wrap-anywhere">{name}</code>
        <span>
          <Trans>
            {queued} waiting, {active} running, {failed} failed
          </Trans>
        </span>
        <span className="text-muted">
          <Trans>
            Last run: {last}. Next run: {next}.
          </Trans>
        </span>
        {job.lastError !== null && (
          <span dir="auto" className="wrap-anywhere text-danger-ink">
            {job.lastError}
          </span>
        )}
      </div>
      {job.everySeconds !== null && (
        <Button
          kind="secondary"
          disabled={isOffline}
          busy={wake.busy}
          aria-label={t`Run now: ${name}`}
          onClick={() => void wake.run()}
        >
          <Trans>Run now</Trans>
        </Button>
      )}
    </li>
  )
}
