import { hash } from '@node-rs/argon2'
import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Performer } from '../../performers/entity.ts'
import { approveCreator } from '../../performers/review/approve-creator.ts'
import { createAccount } from '../commands.ts'
import type { NewAccount } from '../commands.ts'
import type { User } from '../entity.ts'

export const PASSWORD = 'correct horse battery'

/** As `hashPassword` has it but for the cost, which each hash names for itself: to make and to check takes no time. */
const cheapHash = await hash(await sha256OfPassword(PASSWORD), { memoryCost: 8, timeCost: 1, parallelism: 1 })

export type ApiAnswer = { status: number; body: Record<string, unknown>; text: string; cookies: string[] }

/** Calls the API of a test server; an object goes as JSON, `URLSearchParams` and `FormData` as the forms they are. */
export async function call(
  server: Pick<TestServer, 'url'>,
  target: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  { token, body, cookie }: { token?: string | undefined; body?: unknown; cookie?: string } = {},
): Promise<ApiAnswer> {
  const [method = '', path = ''] = target.split(' ')
  const isForm = body instanceof URLSearchParams || body instanceof FormData
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  return { status: answer.status, body: parse(text), text, cookies }
}

/**
 * Creates an account past the API, its address confirmed; a performer with its row beside, approved unless `approved` is
 * false. Its password is PASSWORD, cheaply hashed unless a hash is given.
 */
export async function makeAccount(
  server: Pick<TestServer, 'app'>,
  { username, approved = true, ...given }: Partial<NewAccount> & { username: string; approved?: boolean },
): Promise<User> {
  const email = `${username}@example.test`
  const defaults = { email, name: username, bio: '', isPerformer: false, passwordHash: cheapHash }
  return transact(server.app, null, async (tx) => {
    const user = await createAccount(tx, { ...defaults, ...given, username })
    user.emailVerifiedAt = tx.now
    if (!user.isPerformer) return user
    const dates = { createdAt: tx.now, updatedAt: tx.now }
    tx.em.create(Performer, { userId: user.id, country: 'SE', dateOfBirth: '1990-05-17', ...dates })
    await tx.em.flush()
    if (approved) await approveCreator(tx, username)
    return user
  })
}

/** Logs in through the API and answers the token. */
export async function tokenOf(server: Pick<TestServer, 'url'>, username: string, password = PASSWORD): Promise<string> {
  const { body } = await call(server, 'POST /auth/login', { body: { username, password } })
  return String(body['token'])
}

/** The mails written to an address, the latest first. */
export function mailsTo(server: TestServer, to: string): Promise<Mail[]> {
  return server.app.orm.em.fork().find(Mail, { to }, { orderBy: { createdAt: 'desc', id: 'desc' } })
}

/** The token of the link in the latest mail to an address that has one. */
export async function linkToken(server: TestServer, to: string): Promise<string> {
  const tokens = (await mailsTo(server, to)).flatMap(
    ({ text }) => /\?(?:token|unlock|undo)=([\w-]+)/.exec(text)?.[1] ?? [],
  )
  if (!tokens[0]) throw new Error(`no link was sent to ${to}`)
  return tokens[0]
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
