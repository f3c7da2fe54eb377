import { Trans, useLingui } from '@lingui/react/macro'
import { Seen, seenViews } from '@vesper/sync/vesper/api/desk-users.ts'
import type { SeenView } from '@vesper/sync/vesper/api/desk-users.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** Shows a part of the site as the account sees it, in text: nothing in it can be pressed. */
export function SeeAsText({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [view, setView] = useState<SeenView>('feed')
  const [text, setText] = useState<string | null>(null)
  const looking = useAction(async () => {
    setText(null)
    setText((await callApi({ path: `/desk/users/${userId}/seen/${view}`, answer: Seen })).text)
  })
  const names: Record<SeenView, string> = {
    ...{ feed: t`Feed`, profile: t`Profile`, orders: t`Orders` },
    ...{ wallet: t`Wallet`, subscriptions: t`Subscriptions` },
  }
  return (
    <Dialog
      title={t`See as text`}
      failure={looking.error === null ? null : errorMessage(looking.error)}
      onClose={onClose}
      actions={
        <Button busy={looking.busy} disabled={isOffline} onClick={() => void looking.run()}>
          <Trans>Look</Trans>
        </Button>
      }
    >
      <SelectField
        label={t`View`}
        hint={t`Your look is audited.`}
        value={view}
        disabled={looking.busy}
        onChange={({ currentTarget: { value } }) => {
          setText(null)
          setView(seenViews.find((one) => one === value) ?? 'feed')
        }}
      >
        {seenViews.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </SelectField>
      {text !== null && (
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
          {text === '' ? <Trans>Nothing here</Trans> : text}
        </p>
      )}
    </Dialog>
  )
}
