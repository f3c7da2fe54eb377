import { useLingui } from '@lingui/react/macro'
import { PromoList } from '@vesper/sync/vesper/api/promos.ts'
import type { Promo } from '@vesper/sync/vesper/api/promos.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { useKeptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'
import { PromoCard } from '../../entities/promos/promo-card.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { dismiss, readDismissed } from './dismissed.ts'

/** The announcements of the site that nobody has dismissed, those of the last visit without a connection. */
export function Announcements({ position }: { position: Promo['position'] }) {
  const { t } = useLingui()
  const account = useUnit($user)?._id ?? VISITOR
  const now = useMinute()
  const [dismissed, setDismissed] = useState(() => readDismissed(account))
  const { data } = useKeptAnswer('/site-promo/search', PromoList, { query: { position, pageSize: 5 } })
  // A kept one may have ended.
  const shown = data?.data.filter(
    ({ _id, endsAt }) => !dismissed.has(_id) && (endsAt === null || new Date(endsAt) > now),
  )
  if (!shown?.length) return null
  return (
    <section aria-label={t`Announcements`} className="safe-x grid grid-cols-1 gap-3 pb-4">
      {shown.map((promo) => (
        <PromoCard key={promo._id} promo={promo} onDismiss={() => setDismissed(dismiss(account, promo._id))} />
      ))}
    </section>
  )
}
