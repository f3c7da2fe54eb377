import { useLingui } from '@lingui/react/macro'
import { DeskPromoList } from '@vesper/sync/vesper/api/desk-promos.ts'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { NewPromoForm, PromoForm } from './promo-form.tsx'
import { PromoTable } from './promo-table.tsx'

/** The promos of the site in their order, or the one that is edited. */
export function PromosTab() {
  const { t } = useLingui()
  const [chosen, choose] = useState<string | null>(null)
  const { data, error, mutate } = useDeskAnswer('/desk/promos', DeskPromoList)
  if (!data) {
    if (error === undefined) return <Skeleton className="h-64 rounded-card" />
    const retry = () => void mutate()
    return <ErrorState title={t`The promos could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  }
  const reload = () => mutate()
  const promo = data.data.find(({ _id }) => _id === chosen)
  if (chosen === 'new') return <NewPromoForm reload={reload} onMade={choose} onClose={() => choose(null)} />
  if (promo) return <PromoForm key={promo._id} promo={promo} reload={reload} onClose={() => choose(null)} />
  return <PromoTable promos={data.data} reload={reload} onChoose={choose} />
}
