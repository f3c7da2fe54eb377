import { useLingui } from '@lingui/react/macro'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { DeskTabs } from '../desk-tabs.tsx'
import { CouponsTab } from './coupons-tab.tsx'
import { DisputesTab } from './disputes/disputes-tab.tsx'
import type { MoneyTab } from './money-tabs.ts'
import { PackagesTab } from './packages-tab.tsx'
import { PayoutsTab } from './payouts-tab.tsx'
import { RefundsTab } from './refunds-tab.tsx'

type Props = {
  permissions: readonly Permission[]
  shown: MoneyTab
  /** The dispute that is shown; all unless told. */
  dispute?: string | undefined
  onShow: (tab: MoneyTab) => void
}
type Part = { value: MoneyTab; label: string; needs: Permission; content: ReactNode }

/** Payouts, refunds, disputes, coupons and packages: the tabs that the account may use. */
export function MoneyPage({ permissions, shown, dispute, onShow }: Props) {
  const { t } = useLingui()
  const parts: Part[] = [
    { value: 'payouts', label: t`Payouts`, needs: 'payouts.decide', content: <PayoutsTab /> },
    { value: 'refunds', label: t`Refunds`, needs: 'refunds.make', content: <RefundsTab permissions={permissions} /> },
    { value: 'disputes', label: t`Disputes`, needs: 'disputes.answer', content: <DisputesTab shown={dispute} /> },
    { value: 'coupons', label: t`Coupons`, needs: 'coupons.edit', content: <CouponsTab /> },
    { value: 'packages', label: t`Packages`, needs: 'coupons.edit', content: <PackagesTab /> },
  ]
  const tabs = parts.filter(({ needs }) => permissions.includes(needs))
  const value = tabs.find((tab) => tab.value === shown)?.value ?? tabs[0]?.value
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Money`} />
      <div className="safe-x pt-2 pb-12">
        {value !== undefined && <DeskTabs label={t`Money`} tabs={tabs} value={value} onChange={onShow} />}
      </div>
    </main>
  )
}
