import { Trans, useLingui } from '@lingui/react/macro'
import { DeskSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Tabs } from '../../../ui/overlay/tabs.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the site. */
export function SitePage() {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Site`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <Tabs
          label={t`Site`}
          value="settings"
          onChange={() => {}}
          tabs={[{ value: 'settings', label: t`Settings`, content: <Settings /> }]}
        />
        <p className="text-sm text-muted">
          <Trans>Pages and promos are changed by the operator’s commands “page” and “promo”.</Trans>
        </p>
      </div>
    </main>
  )
}

function Settings() {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer('/desk/settings', DeskSettings)
  if (data) return <SettingsForm settings={data} onSaved={() => mutate()} />
  if (error === undefined) return <Skeleton className="h-96 rounded-card" />
  return (
    <ErrorState
      title={t`The settings could not be loaded`}
      message={errorMessage(error)}
      onRetry={() => void mutate()}
    />
  )
}
