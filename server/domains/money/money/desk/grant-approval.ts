import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { secondPersonFrom } from '@vesper/sync/vesper/api/desk-money.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { approvalKind, secondPersonNeeded } from '../../../../infra/approval-kind.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { requireOther } from '../../../people/staff/require-other.ts'
import { grantTokens } from '../grant-tokens.ts'
import { MoneyTransfer } from '../ledger/entity.ts'
import { lockPurse } from '../wallets.ts'

const DAY_MS = 86_400_000

/** `key` names the gift: sent again, it is one. */
const payload = v.object({
  userId: v.pipe(uuid, v.toLowerCase()),
  tokens: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  key: v.pipe(uuid, v.toLowerCase()),
})
type Gift = v.InferOutput<typeof payload>

/** Gives many tokens. Another balance of the account makes it another request. */
export const grantApproval = approvalKind({
  ...{ kind: 'tokens.grant', needs: 'tokens.grant', payload },
  subjectOf: ({ userId }) => userId,
  async facts(tx, { userId, tokens }) {
    requireOther(tx, userId)
    const user = await tx.em.findOne(User, { id: userId, status: 'active' })
    if (!user) throw new Refusal('not-found', 'There is no such account.')
    const { granted, paid } = await lockPurse(tx, userId)
    return { account: user.username ?? user.name, tokens, balance: Number(granted + paid) }
  },
  execute: async (tx, gift, text) => void (await writeGrant(tx, gift, text)),
})

/**
 * Gives tokens by the decision of one person, audited; the same `key` again is the same gift. Answers what the account has
 * now. Refuses as `forbidden` a number that needs a second person, and the actor's own account.
 */
export async function grantAlone(
  tx: Tx,
  { username, tokens, key, text }: { username: string; tokens: number; key: string; text?: string },
): Promise<number> {
  const user = await tx.em.findOne(User, { username: username.toLowerCase() })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  requireOther(tx, user.id)
  if (!(await isGiven(tx, key)) && tokens + (await givenOfLate(tx, user.id)) >= secondPersonFrom.tokens) {
    const { kind, message, details = [] } = secondPersonNeeded('tokens.grant')
    throw new Refusal(kind, message, [...details, { path: 'userId', message: user.id }])
  }
  return writeGrant(tx, { userId: user.id, tokens, key }, text)
}

/** Tokens that the actor gave anybody, or anybody gave this account in the desk, in a day: many small gifts are a large one. */
async function givenOfLate(tx: Tx, userId: string): Promise<number> {
  if (!tx.actor) return 0
  await lock(tx, 'gifts', tx.actor.userId)
  const [row] = await tx.em.execute<{ tokens: number }[]>(
    `select coalesce(sum((after->>'tokens')::int), 0)::int as tokens from audit_entry
     where action = 'wallet.grant' and at > ? and actor_id is not null and (actor_id = ? or subject_id = ?)`,
    [new Date(tx.now.getTime() - DAY_MS), tx.actor.userId, userId],
  )
  return row?.tokens ?? 0
}

async function isGiven(tx: Tx, key: string): Promise<boolean> {
  return (await tx.em.count(MoneyTransfer, { scope: 'gift', key })) > 0
}

async function writeGrant(tx: Tx, { userId, tokens, key }: Gift, text?: string): Promise<number> {
  const { username } = await tx.em.findOneOrFail(User, { id: userId })
  // Two that send the same gift at once wait here for each other.
  await lockPurse(tx, userId)
  const isKnown = await isGiven(tx, key)
  const { balance } = await grantTokens(tx, { username: username ?? '', tokens, key })
  const words = text === undefined ? {} : { text }
  if (!isKnown) audit(tx, { action: 'wallet.grant', subjectId: userId, after: { tokens, balance }, ...words })
  return balance
}
