import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { tellsLineSpeed } from '../../core/media/use-data-saver-image.ts'
import { $reducedData, reducedDataChosen } from '../../core/preferences/model.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { DataBudgetChoice } from './data-budget-choice.tsx'

/** How much the app may fetch by itself. */
export function DataUse() {
  const { t } = useLingui()
  const [reduced, choose] = useUnit([$reducedData, reducedDataChosen])
  return (
    <div className="grid gap-1">
      <Checkbox
        label={t`Use less data`}
        checked={reduced}
        onChange={(event) => choose(event.target.checked)}
        aria-describedby="data-use"
      />
      <p id="data-use" className="text-sm text-muted">
        {tellsLineSpeed() ? (
          <Trans>On a slow connection, photos wait until you tap them.</Trans>
        ) : (
          <Trans>Photos wait until you tap them. This browser does not say how fast the connection is.</Trans>
        )}
      </p>
      <DataBudgetChoice />
    </div>
  )
}
