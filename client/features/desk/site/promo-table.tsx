import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { ArrowDown, ArrowUp, Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { DeskTable } from '../desk-table.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { usePromoWords } from './use-promo-words.ts'

type Props = { promos: readonly DeskPromo[]; reload: () => Promise<unknown>; onChoose: (id: string) => void }

/** The promos, the first one above the others, with buttons that move one. */
export function PromoTable({ promos, reload, onChoose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const words = usePromoWords()
  const move = useAction(async (from: number, to: number) => {
    const seen = promos.map(({ _id }) => _id)
    const ids = seen.toSpliced(from, 1).toSpliced(to, 0, seen[from] ?? '')
    try {
      await callApi({ method: 'POST', path: '/desk/promos/order', body: { seen, ids }, answer: Done })
    } finally {
      await reload()
    }
  })
  const cellsOf = ({ _id, title, position, audience, state, from, until }: DeskPromo, at: number): ReactNode[] => [
    <bdi key="title">{title}</bdi>,
    words.positions[position],
    words.audiences[audience],
    from === null && until === null ? t`No end` : `${from ?? '…'} – ${until ?? '…'}`,
    words.states[state],
    <div key="acts" className="flex flex-wrap items-center gap-1">
      <Button kind="secondary" disabled={isOffline} aria-label={t`Edit ${title}`} onClick={() => onChoose(_id)}>
        <Trans>Edit</Trans>
      </Button>
      <IconButton
        label={t`Move ${title} up`}
        disabled={isOffline || move.busy || at === 0}
        onClick={() => void move.run(at, at - 1)}
      >
        <ArrowUp className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t`Move ${title} down`}
        disabled={isOffline || move.busy || at === promos.length - 1}
        onClick={() => void move.run(at, at + 1)}
      >
        <ArrowDown className="size-5" aria-hidden="true" />
      </IconButton>
    </div>,
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button className="justify-self-start" disabled={isOffline} onClick={() => onChoose('new')}>
        <Trans>New promo</Trans>
      </Button>
      <EditorNotes error={move.error} isOffline={isOffline} />
      {promos.length === 0 ? (
        <EmptyState icon={<Megaphone />} title={t`No promos`}>
          <Trans>A promo stands above the feed or above Explore.</Trans>
        </EmptyState>
      ) : (
        <DeskTable
          label={t`Promos`}
          columns={[t`Promo`, t`Page`, t`For`, t`Days`, t`Status`, t`Action`]}
          rows={promos.map((promo, at) => ({ id: promo._id, cells: cellsOf(promo, at) }))}
        />
      )}
    </div>
  )
}
