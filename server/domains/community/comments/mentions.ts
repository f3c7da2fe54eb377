import { mentionedIn } from '@vesper/sync/vesper/records/mentions.ts'
import { whereOpenToOthers } from '../../../content/open-to-others.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'

/** The accounts that a text names with `@` and that others reach. Somebody else's mistyping names nobody. */
export async function mentionedUsers(tx: Tx, text: string): Promise<User[]> {
  const names = mentionedIn(text)
  return names.length === 0 ? [] : tx.em.find(User, { username: { $in: names }, ...whereOpenToOthers() })
}

/** The usernames that become links: creators have pages. */
export function linkedNames(mentioned: readonly User[]): string[] {
  return mentioned.flatMap(({ username, isPerformer }) => (isPerformer && username ? [username] : []))
}
