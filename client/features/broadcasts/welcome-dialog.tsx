import { Trans, useLingui } from '@lingui/react/macro'
import { WelcomeList } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Welcome } from '@vesper/sync/vesper/api/broadcasts.ts'
import { MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { useState } from 'react'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { BroadcastFiles } from './broadcast-files.tsx'
import { PriceField } from './price-field.tsx'

type Props = {
  welcome: Welcome
  onSaved: (list: v.InferOutput<typeof WelcomeList>) => void
  onClose: () => void
}

/** The form of one automatic message. Messages that were sent stay as they are. */
export function WelcomeDialog({ welcome, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(welcome.text)
  const [price, setPrice] = useState(welcome.price)
  const [isOn, setOn] = useState(welcome.isOn || welcome.text === '')
  const [fileIds, setFileIds] = useState(welcome.files.map(({ _id }) => _id))
  const save = useAction(async () => {
    const body = { text, fileIds, price, isOn }
    const path = `/performer/welcomes/${welcome.trigger}`
    onSaved(await callApi({ path, method: 'PUT', body, answer: WelcomeList }))
    onClose()
  })
  return (
    <Dialog
      title={t`Automatic message`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <Button busy={save.busy} onClick={() => void save.run()}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <TextArea
        label={t`Text of the message`}
        value={text}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={(event) => setText(event.target.value)}
      />
      <BroadcastFiles fileIds={fileIds} known={welcome.files} onEdit={setFileIds} />
      <PriceField price={price} onEdit={setPrice} />
      <Checkbox
        label={<Trans>Send it by itself</Trans>}
        checked={isOn}
        onChange={(event) => setOn(event.target.checked)}
      />
    </Dialog>
  )
}
