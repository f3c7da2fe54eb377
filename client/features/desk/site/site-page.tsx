import { useLingui } from '@lingui/react/macro'
import { DeskSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { DeskTabs } from '../desk-tabs.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { CategoriesTab } from './categories-tab.tsx'
import { MailsTab } from './mails-tab.tsx'
import { PagesTab } from './pages-tab.tsx'
import { PromosTab } from './promos-tab.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SiteTab } from './site-tabs.ts'

type Props = { permissions: readonly Permission[]; shown: SiteTab; onShow: (tab: SiteTab) => void }
type Part = { value: SiteTab; label: string; needs: Permission; content: ReactNode }

/** The settings and the texts of the site: the tabs that the account may use. */
export function SitePage({ permissions, shown, onShow }: Props) {
  const { t } = useLingui()
  const parts: Part[] = [
    { value: 'settings', label: t`Settings`, needs: 'site.settings', content: <Settings /> },
    { value: 'pages', label: t`Pages`, needs: 'site.texts', content: <PagesTab /> },
    { value: 'promos', label: t`Promos`, needs: 'site.texts', content: <PromosTab /> },
    { value: 'categories', label: t`Categories`, needs: 'site.texts', content: <CategoriesTab /> },
    { value: 'mails', label: t`Mails`, needs: 'site.texts', content: <MailsTab /> },
  ]
  const tabs = parts.filter(({ needs }) => permissions.includes(needs))
  const value = tabs.find((tab) => tab.value === shown)?.value ?? tabs[0]?.value
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Site`} />
      <div className="safe-x pt-2 pb-12">
        {value !== undefined && <DeskTabs label={t`Site`} tabs={tabs} value={value} onChange={onShow} />}
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
