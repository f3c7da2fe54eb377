import { useLingui } from '@lingui/react/macro'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { History } from './history.tsx'

/** All that was paid from the wallet and into it, each payment with its receipt. */
export function HistoryPage() {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Payments and receipts`} />
      <div className="safe-x grid gap-6 pt-2 pb-12">
        <History />
      </div>
    </main>
  )
}
