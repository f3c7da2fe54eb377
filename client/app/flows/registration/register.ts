import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RegisterAnswer } from '@vesper/sync/vesper/api/auth.ts'
import { callApi, ConnectionError } from '../../../core/api/api.ts'
import { uploadFiles } from '../../../core/api/upload.ts'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { currentScope } from '../../../core/session/current-scope.ts'
import { hashPassword } from '../../../core/session/hash-password.ts'
import { keepForAccount } from '../../../core/session/intention.ts'
import { $hashesPassword } from '../../../core/settings/model.ts'
import type { Documents } from '../../../entities/documents/documents.ts'
import type { AccountValues } from '../../../features/registration/account-fields.tsx'
import type { CreatorValues } from '../../../features/registration/creator-form.tsx'
import type { FanValues } from '../../../features/registration/fan-form.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { logIn } from '../session/log-in.ts'

/** The address of a sign-up without an answer: its account may have been made. */
let unanswered: string | null = null

/** Signs a fan up; resolves to where the new fan goes on. `next`: the page that they were on the way to. */
export async function registerFan({ password, country, ...fields }: FanValues, next?: string): Promise<string> {
  const body = { ...fields, ...(country !== '' && { country }), ...(await sentForm(password)) }
  const send = () => callApi({ method: 'POST', path: '/auth/users/register', body, answer: RegisterAnswer })
  const way = await signUp({ account: { password, ...fields }, next }, send)
  tabForms.remove('register-fan')
  return way
}

type Application = {
  values: CreatorValues
  files: Documents
  onProgress: (share: number) => void
  next?: string | undefined
}

/** Signs a creator up with the documents; resolves to where the new creator goes on. */
export async function registerCreator({ values, files, onProgress, next }: Application): Promise<string> {
  const { password, captchaToken, ...rest } = values
  const shown = captchaToken === undefined ? {} : { captchaToken }
  const fields = { ...rest, ...shown, ...(await sentForm(password)) }
  const send = () =>
    uploadFiles({ path: '/auth/performers/register', fields, files, answer: RegisterAnswer, onProgress })
  // The page that says how the application stands, and what comes next.
  const way = await signUp({ account: values, next: next ?? '/creator/verification' }, send)
  tabForms.remove('register-creator')
  return way
}

function sentForm(password: string) {
  return hashPassword(password, currentScope().getState($hashesPassword))
}

type Newcomer = { account: AccountValues; next: string | undefined }

/** An account that a sign-up without an answer has made is taken for what the next sign-up has made. */
async function signUp(newcomer: Newcomer, send: () => Promise<RegisterAnswer>): Promise<string> {
  try {
    return await begin(newcomer, send)
  } catch (error) {
    if (error instanceof ConnectionError) unanswered = newcomer.account.email
    throw error
  }
}

async function begin(newcomer: Newcomer, send: () => Promise<RegisterAnswer>): Promise<string> {
  let made: RegisterAnswer
  try {
    made = await send()
  } catch (error) {
    if (unanswered === newcomer.account.email && isTaken(error)) return enter(newcomer, error)
    throw error
  }
  return goOn(newcomer, made.user._id)
}

/** A site that wants the address confirmed first refuses the login: then the mail is what comes next. */
async function goOn({ account: { username, password, email }, next }: Newcomer, id: string): Promise<string> {
  try {
    const way = await logIn({ username, password, remember: true }, next)
    void showToast('info', t`Welcome. Open the link in the email that we sent to ${email} to confirm your address.`)
    return way
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    keepForAccount(id, next)
    return toMail(email, next)
  }
}

function isTaken(error: unknown): error is Refusal {
  return error instanceof Refusal && error.kind === 'conflict' && names(error, 'username')
}

/** The account with this username is the one that the sign-up without an answer has made, if the password opens it. */
async function enter({ account, next }: Newcomer, { kind, message, details }: Refusal): Promise<string> {
  const { username, email, password } = account
  try {
    return await logIn({ username, password, remember: true }, next)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (names(error, 'emailVerification')) return toMail(email, next)
    throw new Refusal(kind, message, details)
  }
}

function names({ details = [] }: Refusal, field: string): boolean {
  return details.some(({ path }) => path === field)
}

function toMail(email: string, next: string | undefined): string {
  const search = new URLSearchParams({ email, ...(next ? { next } : {}) })
  return `/auth/verify?${search.toString()}`
}
