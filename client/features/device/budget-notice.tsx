import { Trans } from '@lingui/react/macro'
import { dataBudget } from '../../core/data-budget/data-budget.ts'
import { useDataBudget } from '../../core/data-budget/use-data-budget.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'

/** Says that today's data are used, what waits, and offers to go on. */
export function BudgetNotice() {
  const { limit } = useDataBudget()
  return (
    <Notice tone="warning" role="status" className="m-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 basis-60">
          <Trans>
            Today’s {limit} MB are used. Large photos and videos wait until you tap them; live is sound only.
          </Trans>
        </p>
        <Button kind="secondary" onClick={() => dataBudget.lift()}>
          <Trans>Load anyway</Trans>
        </Button>
      </div>
    </Notice>
  )
}
