import { useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { staffRoles } from '@vesper/sync/vesper/api/staff.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { SelectField, TextField } from '../../ui/form/text-field.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useApprovalWords } from './use-approval-words.ts'

/** Asks for a part for an account. It is a second person who gives it. */
export function AddStaffDialog({ onAsked, onClose }: { onAsked: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const { roles } = useApprovalWords()
  const [_id] = useState(() => v7())
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<string>('moderator')
  const send = async (reason: string) => {
    const body = { _id, username: username.trim().replace(/^@/, ''), role, reason }
    await callApi({ method: 'POST', path: '/desk/staff', body, answer: Done })
    onAsked()
  }
  return (
    <ReasonDialog
      title={t`Add staff`}
      yes={t`Ask for approval`}
      about="staff.grant"
      wrong={username.trim() === '' ? t`Enter the username of the account.` : null}
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
      <SelectField label={t`Part`} value={role} onChange={(event) => setRole(event.currentTarget.value)}>
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {roles[one]}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  )
}
