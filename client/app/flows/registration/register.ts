import { t } from '@lingui/core/macro'
import { RegisterAnswer } from '@vesper/sync/vesper/api/auth.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import type { AccountValues } from '../../../features/registration/account-fields.tsx'
import type { CreatorValues } from '../../../features/registration/creator-form.tsx'
import type { Documents } from '../../../features/registration/documents.ts'
import { passwordFor } from '../../../core/session/hash-password.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { logIn } from '../session/log-in.ts'
import { currentScope } from '../../../core/session/effector-scope.ts'
import { uploadFiles } from '../../../core/api/upload.ts'

/** The address of a sign-up without an answer: its account may have been made. */
let unanswered: string | null = null

/** Signs a fan up; resolves to where the new fan goes on. */
export async function registerFan({ password, ...fields }: AccountValues): Promise<string> {
  const body = { ...fields, ...(await sentForm(password)) }
  const next = await signUp({ password, ...fields }, () =>
    callApi({ method: 'POST', path: '/auth/users/register', body, answer: RegisterAnswer }),
  )
  tabForms.remove('register-fan')
  return next
}

/** Signs a creator up with the documents; resolves to where the new creator goes on. */
export async function registerCreator(
  { password, ...values }: CreatorValues,
  files: Documents,
  onProgress: (share: number) => void,
): Promise<string> {
  const fields = { ...values, ...(await sentForm(password)) }
  const next = await signUp({ password, ...values }, () =>
    uploadFiles({ path: '/auth/performers/register', fields, files, answer: RegisterAnswer, onProgress }),
  )
  tabForms.remove('register-creator')
  return next
}

function sentForm(password: string) {
  return passwordFor(password, currentScope().getState($hashesPassword))
}

/** An account that a sign-up without an answer has made is taken for what the next sign-up has made. */
async function signUp(account: AccountValues, send: () => Promise<unknown>): Promise<string> {
  try {
    return await begin(account, send)
  } catch (error) {
    if (error instanceof ConnectionError) unanswered = account.email
    throw error
  }
}

async function begin(account: AccountValues, send: () => Promise<unknown>): Promise<string> {
  try {
    await send()
  } catch (error) {
    if (unanswered === account.email && isTaken(error)) return enter(account, error)
    throw error
  }
  return goOn(account)
}

/** A site that wants the address confirmed first refuses the login: then the mail is what comes next. */
async function goOn({ username, password, email }: AccountValues): Promise<string> {
  try {
    return await logIn({ username, password, remember: true }, undefined)
  } catch (error) {
    if (error instanceof Refusal) return toMail(email)
    throw error
  }
}

function isTaken(error: unknown): error is Refusal {
  return error instanceof Refusal && error.kind === 'conflict' && names(error, 'email')
}

/** By the address, which is the account's own; the username may have been typed anew. */
async function enter({ email, password }: AccountValues, { kind, details = [] }: Refusal): Promise<string> {
  try {
    return await logIn({ username: email, password, remember: true }, undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (names(error, 'emailVerification')) return toMail(email)
    const message = t`There is already an account with this email address. If it is yours, log in.`
    const advice = details.map((detail) => (detail.path === 'email' ? { ...detail, message } : detail))
    throw new Refusal(kind, message, advice)
  }
}

function names({ details = [] }: Refusal, field: string): boolean {
  return details.some(({ path }) => path === field)
}

function toMail(email: string): string {
  return `/auth/verify?email=${encodeURIComponent(email)}`
}
