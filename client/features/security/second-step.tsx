import { Trans } from '@lingui/react/macro'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { callApi } from '../../core/api/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AuthHeading } from '../../ui/text/auth-heading.tsx'
import { LostFactors } from './lost-factors.tsx'
import { ProofForm } from './proof-form.tsx'
import type { Proof } from './proof-form.tsx'

type Props = {
  /** The challenge of the login, and the ways to answer it. */
  asked: { challengeId: string; ways: readonly string[] }
  onEntered: (answer: LoginAnswer) => Promise<void>
  onBack: () => void
}

/** The second step of a login, for accounts with a second factor. */
export function SecondStep({ asked: { challengeId, ways }, onEntered, onBack }: Props) {
  async function prove(proof: Proof): Promise<void> {
    const body: unknown = { challengeId, ...proof }
    await onEntered(await callApi({ method: 'POST', path: '/auth/second-factor', body, answer: LoginAnswer }))
  }
  return (
    <div className="grid gap-5">
      <AuthHeading title={<Trans>The second step</Trans>}>
        <Trans>Your account has a second factor. It takes a minute at most.</Trans>
      </AuthHeading>
      <ProofForm ways={ways} passkey={{ purpose: 'second-factor', challengeId }} onProof={prove} />
      <LostFactors challengeId={challengeId} />
      <Button kind="quiet" onClick={onBack}>
        <Trans>Back to the login</Trans>
      </Button>
    </div>
  )
}
