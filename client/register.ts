import { RegisterAnswer } from '@vesper/sync/api/auth.ts'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import { callApi } from './api.ts'
import type { AccountValues } from './features/registration/account-fields.tsx'
import type { CreatorValues } from './features/registration/creator-form.tsx'
import type { Documents } from './features/registration/documents.ts'
import { passwordFor } from './features/session/password-form.ts'
import { $hashesPassword } from './features/settings/model.ts'
import { removeFormDraft } from './form-draft.ts'
import { logIn } from './log-in.ts'
import { currentScope } from './scope.ts'
import { uploadFiles } from './upload.ts'

/** Signs a fan up; resolves to where the new fan goes on. */
export async function registerFan({ password, ...fields }: AccountValues): Promise<string> {
  const body = { ...fields, ...(await sentForm(password)) }
  await callApi({ method: 'POST', path: '/auth/users/register', body, answer: RegisterAnswer })
  removeFormDraft('register-fan')
  return goOn(fields.username, password, fields.email)
}

/** Signs a creator up with the documents; resolves to where the new creator goes on. */
export async function registerCreator(
  { password, ...values }: CreatorValues,
  files: Documents,
  onProgress: (share: number) => void,
): Promise<string> {
  const fields = { ...values, ...(await sentForm(password)) }
  await uploadFiles({ path: '/auth/performers/register', fields, files, answer: RegisterAnswer, onProgress })
  removeFormDraft('register-creator')
  return goOn(values.username, password, values.email)
}

function sentForm(password: string) {
  return passwordFor(password, currentScope().getState($hashesPassword))
}

/** A site that wants the address confirmed first refuses the login: then the mail is what comes next. */
async function goOn(username: string, password: string, email: string): Promise<string> {
  try {
    return await logIn({ username, password, remember: true }, undefined)
  } catch (error) {
    if (error instanceof Refusal) return `/auth/verify?email=${encodeURIComponent(email)}`
    throw error
  }
}
