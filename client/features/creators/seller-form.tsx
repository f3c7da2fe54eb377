import { Trans, useLingui } from '@lingui/react/macro'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type { SellerKind } from '@vesper/sync/vesper/records/seller-kind.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = { performerId: string; kind: SellerKind | null; onSaved: () => void }

/** How the creator sells products. Buyers see it before they order. */
export function SellerForm({ performerId, kind, onSaved }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [chosen, setChosen] = useState(kind)
  const save = useAction(async () => {
    const body = { sellerKind: chosen }
    await callApi({ method: 'PUT', path: `/performers/${performerId}`, body, answer: OwnPerformer })
    onSaved()
    void showToast('success', t`Saved`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null && chosen !== kind) void save.run()
  }
  const choice = { chosen, onChoose: setChosen }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate>
      <h2 className="text-lg font-semibold">
        <Trans>How you sell products</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>Buyers see this before they order. Orders keep it as it was when they were placed.</Trans>
      </p>
      <div role="radiogroup" aria-label={t`How you sell products`} className="grid gap-2">
        <Choice kind="trader" {...choice} hint={<Trans>You sell as a business, also in a small way.</Trans>}>
          <Trans>As a trader</Trans>
        </Choice>
        <Choice kind="private" {...choice} hint={<Trans>You sell now and then, and not as a business.</Trans>}>
          <Trans>As a private person</Trans>
        </Choice>
      </div>
      <div role="alert" className="empty:absolute">
        {save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>Saving this needs a connection.</Trans>
        </Notice>
      )}
      <Button type="submit" busy={save.busy} disabled={isOffline || chosen === null || chosen === kind}>
        <Trans>Save how you sell</Trans>
      </Button>
    </form>
  )
}

type ChoiceProps = {
  kind: SellerKind
  chosen: SellerKind | null
  onChoose: (kind: SellerKind) => void
  hint: ReactNode
  children: ReactNode
}

function Choice({ kind, chosen, onChoose, hint, children }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-raised p-3 text-sm text-ink has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name="seller-kind"
        aria-labelledby={`seller-${kind}`}
        aria-describedby={`seller-${kind}-hint`}
        checked={chosen === kind}
        onChange={() => onChoose(kind)}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <span className="grid min-w-0 gap-0.5">
        <span id={`seller-${kind}`} className="font-semibold">
          {children}
        </span>
        <span id={`seller-${kind}-hint`} className="text-muted">
          {hint}
        </span>
      </span>
    </label>
  )
}
