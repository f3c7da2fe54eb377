import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/list/empty-state.tsx'

/** Stands where a list would be that is `away`: not that there is nothing in it. */
export function ListUnavailable({ icon, children }: { icon: ReactNode; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={icon} title={t`Nothing on this device yet`}>
      {children ?? <Trans>Your content appears here when you are back online.</Trans>}
    </EmptyState>
  )
}
