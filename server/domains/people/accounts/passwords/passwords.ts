import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'

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
const COST = { memoryCost: 32_768, timeCost: 3, parallelism: 1 }

/** The hash to store; refuses a `sha256` that is none, naming the field `password`. */
export async function hashPassword(input: PasswordInput): Promise<string> {
  if (input.form === 'sha256' && !SHA256_HEX.test(input.password)) {
    const message = 'This password was not sent in the form it names.'
    throw new Refusal('invalid', message, [{ path: 'password', message }])
  }
  return hash(await canonical(input), COST)
}

/** True when the password is the stored one. `null`, for an account that is not there, takes as long and is false. */
export async function verifyPassword(stored: string | null, input: PasswordInput): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNobody()), await canonical(input))
  return matches && stored !== null
}

function canonical({ password, form }: PasswordInput): Promise<string> | string {
  return form === 'sha256' ? password : sha256OfPassword(password)
}

let nobody: Promise<string> | undefined

function hashOfNobody(): Promise<string> {
  nobody ??= hash(crypto.randomUUID(), COST)
  return nobody
}
