import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { isStale } from '../use-stale.ts'
import { countOf } from './count-of.ts'

type Props = { version: number; onDone: () => void; onStale: () => void; onClose: () => void }

/** Sells tokens in another package. */
export function PackageDialog({ version, onDone, onStale, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [id] = useState(() => v7())
  const [name, setName] = useState('')
  const [tokens, setTokens] = useState('')
  const [bonus, setBonus] = useState('0')
  const [isTried, setTried] = useState(false)
  const counts = { tokens: countOf(tokens, 0), bonus: bonus.trim() === '' ? 0 : countOf(bonus, 0) }
  const save = useAction(async () => {
    const body = { version, name, ...counts }
    try {
      await callApi({ method: 'PUT', path: `/desk/packages/${id}`, body, answer: Done })
    } catch (error) {
      // The typed values stay, beside the refusal.
      if (isStale(error)) onStale()
      throw error
    }
    onDone()
  })
  const press = () => {
    setTried(true)
    if (counts.tokens !== null && counts.bonus !== null) void save.run()
  }
  return (
    <Dialog
      title={t`New package`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <>
          <Button busy={save.busy} disabled={isOffline} onClick={press}>
            <Trans>Sell it</Trans>
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <TextField label={t`Name`} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <TextField
        label={t`Tokens`}
        error={isTried && counts.tokens === null ? t`Enter a whole number.` : undefined}
        inputMode="numeric"
        value={tokens}
        onChange={(event) => setTokens(event.currentTarget.value)}
      />
      <TextField
        label={t`Given on top`}
        error={isTried && counts.bonus === null ? t`Enter a whole number.` : undefined}
        inputMode="numeric"
        value={bonus}
        onChange={(event) => setBonus(event.currentTarget.value)}
      />
    </Dialog>
  )
}
