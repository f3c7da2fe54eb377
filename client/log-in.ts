import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { callApi } from './api.ts'
import { forgetLeaving } from './finish-leaving.ts'
import { tabForms } from './kept-forms.ts'
import type { LoginValues } from './features/session/login-form.tsx'
import { wayOn } from './features/session/landing.ts'
import { passwordFor } from './features/session/password-form.ts'
import { $hashesPassword } from './features/settings/model.ts'
import { currentScope } from './scope.ts'
import { currentSession, startSession } from './session.ts'

/** Signs somebody in; resolves to the address where they go on. */
export async function logIn({ username, password, remember }: LoginValues, next: string | undefined): Promise<string> {
  const sent = await passwordFor(password, currentScope().getState($hashesPassword))
  const answer = await callApi({
    method: 'POST',
    path: '/auth/login',
    body: { username, remember, ...sent },
    answer: LoginAnswer,
  })
  const before = currentSession()
  tabForms.remove('login')
  await startSession(answer, remember)
  forgetLeaving()
  return wayOn(answer.user, next, before.state === 'needs-auth' ? before.user._id : null)
}
