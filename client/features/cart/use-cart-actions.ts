import { useLingui } from '@lingui/react/macro'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { pageHeading } from '../../ui/text/page-heading.ts'
import type { LineActions } from './cart-line-row.tsx'
import { acceptPrice, emptyCart, restoreLines, changeCartQuantity } from './change-cart.ts'

/** The actions of the cart's page. Removals can be undone. */
export function useCartActions(): LineActions & { onEmpty: (lines: readonly CartLine[]) => void } {
  const { t } = useLingui()
  const sync = useSync()
  const run = (work: Promise<void>) => void work.catch((error: unknown) => showToast('error', errorMessage(error)))
  const takeOut = (work: Promise<void>, lines: readonly CartLine[], told: string) => {
    const undo = { label: t`Undo`, onPress: () => run(restoreLines(sync, lines)) }
    run(work.then(() => showToast('info', told, undo)))
  }
  return {
    onQuantity: (line, quantity) => run(changeCartQuantity(sync, line, quantity)),
    onAccept: (line) => run(acceptPrice(sync, line)),
    onRemove: (line) => takeOut(changeCartQuantity(sync, line, 0), [line], t`${line.product.name} is out of the cart`),
    onEmpty: (lines) => {
      // The focused button goes away with the lines.
      pageHeading()?.focus({ preventScroll: true })
      takeOut(emptyCart(sync, lines), lines, t`The cart is empty`)
    },
  }
}
