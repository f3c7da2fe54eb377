import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { inHashProcess } from './in-hash-process.ts'

/**
 * Passwords come as typed (`plain`) or as the browser's SHA-256 of it (`sha256`), depending on the setting
 * `hash-password-client` at that moment. The stored hash is always Argon2id over the `sha256` form: the server makes
 * that form from a plain password, so either one reaches any account and the setting can be switched at any time.
 *
 *     typed ──┬─ plain ───→ server: SHA-256 ─┐
 *             └─ browser: SHA-256 ───────────┴→ Argon2id → stored
 *
 * Whatever form an account was made with and whatever form it is reached with, the right password is right.
 * Bounds are on what was typed: the server checks a plain password, the form in the browser a hashed one.
 */
export type PasswordInput = { password: string; form: 'plain' | 'sha256' }

const SHA256_HEX = /^[0-9a-f]{64}$/
/** Begins the stored hash of an account without a password; no hash of Argon2 begins so. */
const NONE = '!'
const COST = { memoryCost: 32_768, timeCost: 3, parallelism: 1 }

/**
 * The hash to store; refuses a `sha256` that is none, naming the field `password`. Callers take turns: `caller` is an account's
 * id, or the address of a stranger.
 */
export async function hashPassword(input: PasswordInput, caller: string): Promise<string> {
  if (input.form === 'sha256' && !SHA256_HEX.test(input.password)) {
    const message = 'This password was not sent in the form it names.'
    throw new Refusal('invalid', message, [{ path: 'password', message }])
  }
  return inHashProcess<string>(caller, { password: canonical(input), cost: COST })
}

/** The stored hash of an account that has no password: no password matches it. */
export function noPassword(): string {
  return `${NONE}${randomUUID()}`
}

/**
 * True when the password is the stored one. `null`, for an account that is not there, and the hash of no password take as
 * long and are false.
 */
export async function verifyPassword(stored: string | null, input: PasswordInput, caller: string): Promise<boolean> {
  const hasOne = stored !== null && !stored.startsWith(NONE)
  const hash = hasOne ? stored : await hashOfNobody()
  const matches = await inHashProcess<boolean>(caller, { password: canonical(input), stored: hash })
  return matches && hasOne
}

/** The bytes that the browser sends as hex (`sha256OfPassword`), made without waiting for libuv's threads. */
export function sha256Sync(typed: string): Buffer {
  return createHash('sha256').update(typed.normalize('NFC')).digest()
}

function canonical({ password, form }: PasswordInput): string {
  return form === 'sha256' ? password : sha256Sync(password).toString('hex')
}

let nobody: Promise<string> | undefined

function hashOfNobody(): Promise<string> {
  nobody ??= inHashProcess<string>('nobody', { password: randomUUID(), cost: COST }).catch((error: unknown) => {
    nobody = undefined
    throw error
  })
  return nobody
}
