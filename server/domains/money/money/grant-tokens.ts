import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { centsOf } from './cents.ts'
import { post } from './ledger/post.ts'
import { topUpLines } from './sale-lines.ts'
import { lockPurse, saveWallet } from './wallets.ts'

/** Tokens that an account is given; at most so many at a time. */
const GIFT_MAX = 1_000_000

/**
 * Gives tokens to an account at the platform's expense, and answers whose they are and what it has now. The same `key` again is the same gift. Refuses as `invalid` what is
 * no whole number in bounds, as `not-found` an unknown username.
 */
export async function grantTokens(
  tx: Tx,
  { username, tokens, key }: { username: string; tokens: number; key: string },
): Promise<{ userId: string; balance: number }> {
  if (!Number.isInteger(tokens) || tokens < 1 || tokens > GIFT_MAX)
    throw new Refusal('invalid', 'Give whole tokens, from 1 to 1,000,000.')
  const user = await tx.em.findOne(User, { username: username.toLowerCase() })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const request = { fanId: user.id, tokens: 0n, bonus: BigInt(tokens), tokenCents: centsOf(tokenValue) }
  // As a charge does: a wallet that spends meanwhile does not wait crosswise.
  await lockPurse(tx, user.id)
  await post(tx, { scope: 'gift', key, request, kind: 'gift', lines: topUpLines(request) })
  return { userId: user.id, balance: await saveWallet(tx, user.id) }
}
