import { randomInt } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { newUsername } from '@vesper/sync/vesper/api/username.ts'
import * as v from 'valibot'
import { User } from '../accounts/entity.ts'
import type { SocialProfile } from './social-profile.ts'

/** Leaves room for the digits that tell two of one name apart. */
const BASE_MAX = 22
const TRIES = 8
const FALLBACK = 'member'

const Chosen = newUsername()

/** A free username that resembles what the person is called at the provider; another account may take it meanwhile. */
export async function chooseUsername(em: EntityManager, profile: SocialProfile): Promise<string> {
  const base = usernameFrom(profile)
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // The fallback would tell the order of accounts.
    const isBare = attempt === 0 && base !== FALLBACK
    const name = isBare ? base : `${base}${randomInt(10 ** 3, 10 ** Math.min(4 + attempt, 8))}`
    if ((await em.count(User, { username: name })) === 0) return name
  }
  throw new Error('no free username was found')
}

/** The start of a username: letters, digits, dots and underscores; `member` where nothing fits. */
export function usernameFrom({ handle, email, name }: Pick<SocialProfile, 'handle' | 'email' | 'name'>): string {
  for (const text of [handle, email?.split('@')[0], name]) {
    const parsed = v.safeParse(Chosen, simplified(text ?? ''))
    if (parsed.success) return parsed.output
  }
  return FALLBACK
}

function simplified(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\s+/g, '.')
    .replaceAll(/[^a-z0-9_.]/g, '')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, BASE_MAX)
    .replaceAll(/^\.+|\.+$/g, '')
}
