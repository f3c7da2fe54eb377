import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { AskApproval } from '../ask-approval.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { countOf } from './count-of.ts'

/** The reason goes with the one who types it from this dialog to the request. */
const WORDS = 'tokens.grant'

/** Gives tokens to an account; where these are many, it goes on with a request to a second person. */
export function GiveTokensDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [_id] = useState(() => v7())
  const [username, setUsername] = useState('')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<{ userId: string } | null>(null)
  const tokens = countOf(typed, 0)
  const account = username.trim().replace(/^@/, '')
  const send = async (reason: string): Promise<void | false> => {
    try {
      const body = { _id, username: account, tokens, reason }
      await callApi({ method: 'POST', path: '/desk/tokens', body, answer: Done })
    } catch (error) {
      const found = error instanceof Refusal ? error.details?.find(({ path }) => path === 'userId') : undefined
      if (!found) throw error
      setAsked({ userId: found.message })
      return false
    }
    void showToast('success', t`Done`)
    onClose()
  }
  if (asked !== null && tokens !== null)
    return (
      <AskApproval
        kind="tokens.grant"
        payload={{ userId: asked.userId, tokens, key: _id }}
        about={WORDS}
        facts={{ account, tokens }}
        onAsked={onClose}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      title={t`Give tokens`}
      yes={t`Give tokens`}
      wrong={
        account === ''
          ? t`Enter the username of the account.`
          : tokens === null || tokens < 1
            ? t`Enter a whole number.`
            : null
      }
      about={WORDS}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t`Username`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <TextField
        label={t`Tokens`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
