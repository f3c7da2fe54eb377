import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'

type FrameProps = { subtitle?: ReactNode; actions?: ReactNode; isBusy?: boolean; children: ReactNode }

/** The frame of the cart, the same while it loads: its heading keeps the focus. */
export function CartPageShell({ subtitle, actions, isBusy = false, children }: FrameProps) {
  const { t } = useLingui()
  return (
    <main aria-busy={isBusy} className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Cart`} subtitle={subtitle} actions={actions} />
      <div className="safe-x grid gap-5 pt-2 pb-12">{children}</div>
    </main>
  )
}

/** Stands where the lines are about to be. */
export function CartSkeleton() {
  return (
    <>
      <Skeleton className="h-56 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </>
  )
}
