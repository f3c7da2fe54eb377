import { useLingui } from '@lingui/react/macro'
import { MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { callApi } from '../api/api.ts'
import { errorMessage, translated } from '../api/error-message.ts'
import { useErrorWhileTrue } from '../connection/use-error-while-true.ts'

type Props = {
  /** The path of the request that sends the link. */
  path: string
  schema: v.GenericSchema
  /** Name of the address in the schema. */
  field: string
  email: string
  /** True when the link goes to `email`: the form does not ask for it then. */
  isKnown?: boolean
  submit: string
}

/** Asks for an email address, unless it is known, to which the server sends a link. */
export function EmailLinkForm({ path, schema, field, email, isKnown = false, submit }: Props) {
  const { t } = useLingui()
  const [wrong, setWrong] = useState<string>()
  const [said, setSaid] = useState<string | null>(null)
  const action = useAction(async (address: string) => {
    const { message } = await callApi({ method: 'POST', path, body: { [field]: address }, answer: MessageAnswer })
    setSaid(translated(message))
  })
  const error = useErrorWhileTrue(action.error)
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const given = isKnown ? email : new FormData(event.currentTarget).get('email')
    // Where there is no field to correct, the server says what is wrong.
    const valid = isKnown || v.is(schema, { [field]: given })
    setWrong(valid ? undefined : t`Enter an email address such as name@example.com.`)
    setSaid(null)
    if (valid && typeof given === 'string') void action.run(given)
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      {!isKnown && (
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          defaultValue={email}
          error={wrong}
        />
      )}
      <div role="status" className="empty:absolute">
        {said && <Notice tone="ok">{said}</Notice>}
      </div>
      <div role="alert" className="empty:absolute">
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
      </div>
      <Button type="submit" kind="secondary" busy={action.busy}>
        {submit}
      </Button>
    </form>
  )
}
