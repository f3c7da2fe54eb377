import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { FileDown, PackageCheck, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { $contents, $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useOrderSendings } from '../../entities/orders/use-order-sendings.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { exportSales } from './export-sales.ts'
import { PackingSlips } from './packing-slips.tsx'
import { SaleCard } from './sale-card.tsx'
import { isToSend } from './sale-tabs.ts'
import type { SaleTab } from './sale-tabs.ts'
import { ShipDialog } from './ship-dialog.tsx'
import { useSales } from './use-sales.ts'

type Props = { shown: SaleTab; onShow: (tab: SaleTab) => void }

/** Orders of the creator's products, those to send first. It works without a connection, too. */
export function SalesPage({ shown, onShow }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const sales = useSales()
  const labels: Record<SaleTab, string> = { todo: t`To do`, shipped: t`Shipped`, done: t`Done` }
  const all = sales && [...sales.todo, ...sales.shipped, ...sales.done]
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={t`Orders to send`}
        subtitle={
          isOffline && <Trans>You can pack and mark as shipped now. It is sent when you are back online.</Trans>
        }
        actions={
          all &&
          all.length > 0 && (
            <Button
              kind="quiet"
              icon={<FileDown className="size-5" aria-hidden="true" />}
              onClick={() => exportSales(all)}
            >
              <span className="sr-only sm:not-sr-only">
                <Trans>Export as CSV</Trans>
              </span>
            </Button>
          )
        }
      />
      <div className="safe-x pt-2 pb-12">
        <Tabs
          label={t`States of orders`}
          value={shown}
          onChange={onShow}
          tabs={(['todo', 'shipped', 'done'] as const).map((value) => ({
            value,
            label: labels[value],
            content: <Sales key={value} tab={value} sales={sales?.[value]} label={labels[value]} />,
          }))}
        />
      </div>
    </main>
  )
}

function Sales({ tab, sales, label }: { tab: SaleTab; sales: Order[] | undefined; label: string }) {
  const { t } = useLingui()
  const contents = useUnit($contents)
  const sendings = useOrderSendings()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shipping, setShipping] = useState<Order[] | null>(null)
  const [printed, setPrinted] = useState<Order[] | null>(null)
  if (!sales || (sales.length === 0 && contents === 'coming')) {
    return (
      <div aria-busy="true" className="grid gap-3">
        <span className="sr-only">{t`Loading your orders`}</span>
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    )
  }
  if (sales.length === 0) return contents === 'away' ? <ListUnavailable icon={<Send />} /> : <Nothing tab={tab} />
  const toSend = sales.filter(isToSend)
  const picked = toSend.filter(({ _id }) => chosen.has(_id))
  const choose = (sale: Order, isChosen: boolean) => {
    const others = [...chosen].filter((id) => id !== sale._id)
    setChosen(new Set(isChosen ? [...others, sale._id] : others))
  }
  return (
    <div className="grid gap-3">
      {toSend.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised px-4 py-2">
          <Checkbox
            label={<Trans>Choose all</Trans>}
            checked={picked.length === toSend.length}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? toSend.map(({ _id }) => _id) : []))}
          />
          {picked.length > 0 && (
            <>
              <Button icon={<PackageCheck className="size-5" aria-hidden="true" />} onClick={() => setShipping(picked)}>
                <Plural value={picked.length} one="Mark # as shipped" other="Mark # as shipped" />
              </Button>
              <Button
                kind="secondary"
                icon={<Printer className="size-5" aria-hidden="true" />}
                onClick={() => setPrinted(picked)}
              >
                <Plural value={picked.length} one="# packing slip" other="# packing slips" />
              </Button>
            </>
          )}
        </div>
      )}
      <ul role="list" aria-label={label} className="grid gap-3">
        {sales.map((sale) => (
          <li key={sale._id}>
            <SaleCard
              sale={sale}
              sending={sendings.get(sale._id)}
              choice={
                toSend.length > 1 && isToSend(sale)
                  ? { isChosen: chosen.has(sale._id), onChoose: (isChosen) => choose(sale, isChosen) }
                  : null
              }
              onShip={() => setShipping([sale])}
              onPrint={() => setPrinted([sale])}
            />
          </li>
        ))}
      </ul>
      {shipping && (
        <ShipDialog
          sales={shipping}
          onClose={() => {
            setShipping(null)
            setChosen(new Set())
          }}
        />
      )}
      {printed && <PackingSlips sales={printed} onPrinted={() => setPrinted(null)} />}
    </div>
  )
}

function Nothing({ tab }: { tab: SaleTab }) {
  const { t } = useLingui()
  const titles: Record<SaleTab, string> = {
    todo: t`Nothing to send`,
    shipped: t`Nothing is on its way`,
    done: t`No orders are done yet`,
  }
  return (
    <EmptyState icon={<Send />} title={titles[tab]}>
      {tab === 'todo' ? (
        <Trans>Orders for your products appear here as soon as they are paid.</Trans>
      ) : (
        <Trans>Orders come here by themselves as they go on.</Trans>
      )}
    </EmptyState>
  )
}
