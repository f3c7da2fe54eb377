import { Trans, useLingui } from '@lingui/react/macro'
import type { BroadcastFigures } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { ReactNode } from 'react'
import { TokenAmount } from '../../ui/text/token-amount.tsx'

type Props = { figures: BroadcastFigures; isSold: boolean }

/** How a message to many has done. */
export function FiguresList({ figures, isSold }: Props) {
  const { t } = useLingui()
  const { sent, total, left, opened, bought, tokens } = figures
  return (
    <dl aria-label={t`Figures`} className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <Figure name={<Trans>Sent</Trans>}>
        {sent === total ? (
          sent
        ) : (
          <Trans>
            {sent} of {total}
          </Trans>
        )}
      </Figure>
      <Figure name={<Trans>Opened</Trans>}>{opened}</Figure>
      {isSold && <Figure name={<Trans>Bought</Trans>}>{bought}</Figure>}
      {isSold && (
        <Figure name={<Trans>Paid</Trans>}>
          <TokenAmount value={tokens} />
        </Figure>
      )}
      {left > 0 && <Figure name={<Trans>Left out on the way</Trans>}>{left}</Figure>}
    </dl>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
