import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { addressOf } from './share-page.ts'
import type { SharedPage } from './share-page.ts'

/** Shows the address of a page, where the browser neither shares nor copies it. */
export function ShareDialog({ page, onClose }: { page: SharedPage; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = page
  return (
    <Dialog title={t`Share`} onClose={onClose}>
      <p>
        <Trans>This browser could not copy the link. Select it and copy it yourself.</Trans>
      </p>
      <TextField
        label={t`Link to ${name}`}
        value={addressOf(page)}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
