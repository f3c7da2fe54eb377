import { Trans, useLingui } from '@lingui/react/macro'
import { DeskPackages } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { numberFormat } from '../../../ui/text/number-format.ts'
import { DeskTable } from '../desk-table.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { PackageDialog } from './package-dialog.tsx'

/** The packages of tokens that are for sale, and a button for another one. */
export function PackagesTab() {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useDeskAnswer('/desk/packages', DeskPackages)
  const [isNew, setNew] = useState(false)
  const end = useAction(async (id: string) => {
    const path = `/desk/packages/${id}`
    await callApi({ method: 'DELETE', path, query: { version: data?.version ?? 0 }, answer: Done })
    await mutate()
  })
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
      <div role="alert" className="empty:absolute">
        {end.error !== null && <Notice tone="danger">{errorMessage(end.error)}</Notice>}
      </div>
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
            <Button key="end" kind="secondary" disabled={isOffline || end.busy} onClick={() => void end.run(_id)}>
              {t`Sell ${name} no more`}
            </Button>,
          ],
        }))}
      />
      {isNew && (
        <PackageDialog
          version={data.version}
          onClose={() => setNew(false)}
          onDone={() => {
            setNew(false)
            void mutate()
          }}
        />
      )}
    </div>
  )
}
