import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskPackages } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { numberFormat } from '../../../ui/text/number-format.ts'
import { DeskTable } from '../desk-table.tsx'
import { StaleNotice } from '../stale-notice.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { isStale, useStale } from '../use-stale.ts'
import { PackageDialog } from './package-dialog.tsx'

type Package = { _id: string; name: string }

/** The packages of tokens that are for sale, and a button for another one. */
export function PackagesTab() {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useDeskAnswer('/desk/packages', DeskPackages)
  const [isNew, setNew] = useState(false)
  const [ended, setEnded] = useState<Package | null>(null)
  const stale = useStale(mutate)
  if (!data) {
    if (error === undefined) return <Skeleton className="h-40 rounded-card" />
    const retry = () => void mutate()
    return <ErrorState title={t`The packages could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  }
  const count = (tokens: number) => numberFormat(i18n.locale).format(tokens)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button className="justify-self-start" disabled={isOffline} onClick={() => setNew(true)}>
        <Trans>New package</Trans>
      </Button>
      <StaleNotice refusal={stale.refusal} />
      <DeskTable
        label={t`Packages`}
        columns={[t`Name`, t`Tokens`, t`Given on top`, t`Price`, t`Decision`]}
        rows={data.packages.map(({ _id, name, tokens, bonus, amount }) => ({
          id: _id,
          cells: [
            <bdi key="name">{name}</bdi>,
            count(tokens),
            count(bonus),
            formatMoney(amount, data.currency, i18n.locale),
            <Button key="end" kind="secondary" disabled={isOffline} onClick={() => setEnded({ _id, name })}>
              {t`Sell ${name} no more`}
            </Button>,
          ],
        }))}
      />
      {ended && (
        <EndPackage
          {...{ ended, version: data.version }}
          onClose={() => setEnded(null)}
          onStale={(refusal) => {
            setEnded(null)
            stale.onStale(refusal)
          }}
          onDone={() => {
            setEnded(null)
            stale.settle()
            void mutate()
          }}
        />
      )}
      {isNew && (
        <PackageDialog
          version={data.version}
          onClose={() => setNew(false)}
          onStale={() => void mutate()}
          onDone={() => {
            setNew(false)
            void mutate()
          }}
        />
      )}
    </div>
  )
}

type EndProps = {
  ended: Package
  version: number
  onDone: () => void
  onStale: (refusal: Refusal) => void
  onClose: () => void
}

function EndPackage({ ended: { _id, name }, version, onDone, onStale, onClose }: EndProps) {
  const { t } = useLingui()
  const end = useAction(async () => {
    try {
      await callApi({ method: 'DELETE', path: `/desk/packages/${_id}`, query: { version }, answer: Done })
    } catch (error) {
      if (isStale(error)) return onStale(error)
      throw error
    }
    onDone()
  })
  return (
    <ConfirmDialog
      title={t`Sell ${name} no more?`}
      yes={t`Sell it no more`}
      busy={end.busy}
      failure={end.error === null ? null : errorMessage(end.error)}
      onYes={() => void end.run()}
      onClose={onClose}
    >
      <Trans>Nobody can buy this package any more. Tokens that were bought stay.</Trans>
    </ConfirmDialog>
  )
}
