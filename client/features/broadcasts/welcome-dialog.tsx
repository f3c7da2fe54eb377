import { Trans, useLingui } from '@lingui/react/macro'
import { WelcomeList } from '@vesper/sync/vesper/api/broadcasts.ts'
import type { Welcome } from '@vesper/sync/vesper/api/broadcasts.ts'
import { MESSAGE_TEXT_MAX } from '@vesper/sync/vesper/records/message.ts'
import { useState } from 'react'
import type * as v from 'valibot'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { BroadcastFiles } from './broadcast-files.tsx'
import { PriceField } from './price-field.tsx'
import { priceOf, priceText } from './price-of.ts'

type Props = {
  welcome: Welcome
  onSaved: (list: v.InferOutput<typeof WelcomeList>) => void
  onClose: () => void
}

/** The form of one automatic message. Messages that were sent stay as they are. */
export function WelcomeDialog({ welcome, onSaved, onClose }: Props) {
  const { t } = useLingui()
  const [initial] = useState(() => valuesOf(welcome))
  const { values, edit, forget } = useKeptForm(`welcome:${welcome.trigger}`, initial)
  const fileIds = values.fileIds === '' ? [] : values.fileIds.split(' ')
  const price = priceOf(values.price)
  const save = useAction(async () => {
    const body = { text: values.text, fileIds, price, isOn: values.isOn === 'yes' }
    const path = `/performer/welcomes/${welcome.trigger}`
    onSaved(await callApi({ path, method: 'PUT', body, answer: WelcomeList }))
    forget()
    onClose()
  })
  return (
    <Dialog
      title={t`Automatic message`}
      failure={save.error === null ? null : errorMessage(save.error)}
      onClose={onClose}
      actions={
        <Button busy={save.busy} disabled={price === null} onClick={() => void save.run()}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <TextArea
        label={t`Text of the message`}
        value={values.text}
        maxLength={MESSAGE_TEXT_MAX}
        onChange={(event) => edit({ text: event.target.value })}
      />
      <BroadcastFiles
        fileIds={fileIds}
        known={welcome.files}
        onEdit={(change) => edit({ fileIds: change(fileIds).join(' ') })}
      />
      <PriceField text={values.price} onText={(typed) => edit({ price: typed })} />
      <Checkbox
        label={<Trans>Send it by itself</Trans>}
        checked={values.isOn === 'yes'}
        onChange={(event) => edit({ isOn: event.target.checked ? 'yes' : 'no' })}
      />
    </Dialog>
  )
}

/** A message that has never been written goes out by itself once it is. */
function valuesOf({ text, price, isOn, files }: Welcome) {
  return {
    ...{ text, price: priceText(price), fileIds: files.map(({ _id }) => _id).join(' ') },
    isOn: isOn || (text === '' && files.length === 0) ? 'yes' : 'no',
  }
}
