import { Trans, useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { EmptyState } from '../../ui/list/empty-state.tsx'

/** A creator who has not published yet. */
export function NoPosts() {
  const { t } = useLingui()
  return (
    <EmptyState icon={<Newspaper />} title={t`No posts yet`}>
      <Trans>Posts of this creator appear here.</Trans>
    </EmptyState>
  )
}
