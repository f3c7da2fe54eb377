import { Trans, useLingui } from '@lingui/react/macro'
import { StepUpAnswer } from '@vesper/sync/vesper/api/factors.ts'
import { callApi } from '../../core/api/api.ts'
import { currentScope } from '../../core/session/current-scope.ts'
import { hashPassword } from '../../core/session/hash-password.ts'
import { $hashesPassword } from '../../core/settings/model.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import type { Proof } from './proof-form.tsx'

type Props = { ways: readonly string[]; onToken: (token: string) => Promise<void>; onClose: () => void }

/** Asks the user to show once more who it is, for ten minutes. */
export function StepUpDialog({ ways, onToken, onClose }: Props) {
  const { t } = useLingui()
  async function prove(proof: Proof): Promise<void> {
    const body = 'password' in proof ? await hashed(proof.password) : proof
    const { token } = await callApi({
      ...{ method: 'POST', path: '/auth/step-up', body, answer: StepUpAnswer, isStepUp: true },
    })
    await onToken(token)
  }
  return (
    <Dialog title={t`Confirm it is you`} onClose={onClose}>
      <p>
        <Trans>This keeps your account safe where somebody else holds your device.</Trans>
      </p>
      <ProofForm ways={ways} passkey={{ purpose: 'step-up' }} onProof={prove} />
    </Dialog>
  )
}

function hashed(password: string): Promise<{ password: string }> {
  return hashPassword(password, currentScope().getState($hashesPassword))
}
