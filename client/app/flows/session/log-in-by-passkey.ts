import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { callApi } from '../../../core/api/api.ts'
import { answerByPasskey } from '../../../features/security/answer-by-passkey.ts'
import { enter } from './log-in.ts'

/** Signs somebody in by a passkey of this device; resolves to the address where they go on. */
export async function logInByPasskey(next: string | undefined): Promise<string> {
  const remember = document.querySelector<HTMLInputElement>('input[name="remember"]')?.checked ?? true
  const body = { ...(await answerByPasskey({ purpose: 'login' })), remember }
  const answer = await callApi({ method: 'POST', path: '/auth/passkeys/login', body, answer: LoginAnswer })
  return enter(answer, remember, next)
}
