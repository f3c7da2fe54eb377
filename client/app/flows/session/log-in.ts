import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { callApi } from '../../../core/api/api.ts'
import { translated } from '../../../core/api/error-message.ts'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { hashPassword } from '../../../core/session/hash-password.ts'
import { leadTo, pathKeptFor } from '../../../core/session/intention.ts'
import { wayOn } from '../../../core/session/post-login-destination.ts'
import { currentSession, startSession } from '../../../core/session/session.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import type { LoginValues } from '../../../features/login/login-form.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { forgetLeaving } from './leaving-note.ts'

/** Signs somebody in; resolves to the address where they go on. */
export async function logIn({ username, password, remember }: LoginValues, next: string | undefined): Promise<string> {
  const sent = await hashPassword(password, currentScope().getState($hashesPassword))
  const answer = await callApi({
    method: 'POST',
    path: '/auth/login',
    body: { username, remember, ...sent },
    answer: LoginAnswer,
  })
  return enter(answer, remember, next)
}

/** Begins the session of a login that the server has answered; resolves to the address where the person goes on. */
export async function enter(answer: LoginAnswer, remember: boolean, next: string | undefined): Promise<string> {
  const before = currentSession()
  tabForms.remove('login')
  forgetLeaving(answer.user._id)
  // The tab of a confirmation link knows no way back.
  const back = next ?? pathKeptFor(answer.user._id) ?? undefined
  const way = wayOn(answer.user, back, before.state === 'needs-auth' ? before.user._id : null)
  // Before the session shows: the page behind may be there at once.
  leadTo(way, answer.user._id)
  await startSession(answer, remember)
  if (answer.notice !== undefined) void showToast('info', translated(answer.notice))
  return way
}
