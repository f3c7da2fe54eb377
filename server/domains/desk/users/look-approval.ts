import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { approvalKind, secondPersonNeeded } from '../../../infra/approval-kind.ts'
import type { Facts } from '../../../infra/approval-kind.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { Approval } from '../../people/staff/entity.ts'
import { requireOther } from '../../people/staff/require-other.ts'
import { noConversation } from '../../talk/conversations/lock-conversation.ts'
import { isParticipant } from '../../talk/conversations/queries.ts'

const KIND = 'conversation.look'
const id = v.pipe(uuid, v.toLowerCase())

/** Lets the person who asks look at a conversation as one of its two accounts sees it, until the request would have ended. */
export const lookApproval = approvalKind({
  ...{ kind: KIND, needs: 'cases.decide', payload: v.object({ userId: id, withId: id }) },
  subjectOf: ({ userId, withId }) => conversationIdOf(userId, withId),
  async facts(tx, { userId, withId }): Promise<Facts> {
    for (const one of [userId, withId]) requireOther(tx, one)
    if (!(await isParticipant(tx.em, conversationIdOf(userId, withId), userId))) throw noConversation()
    return { account: await nameOf(tx, userId), with: await nameOf(tx, withId) }
  },
  // The consent is the effect: each look is audited when it is taken.
  async execute(tx, { userId, withId }, text) {
    audit(tx, { action: 'user.look-allowed', subjectId: userId, after: { view: 'conversation', about: withId }, text })
  },
})

/** Refuses as `forbidden` to look at a conversation without the consent of a second person that still stands. */
export async function requireConsent(app: App, { userId }: Actor, conversationId: string): Promise<void> {
  const consented = { kind: KIND, subjectId: conversationId, requestedBy: userId, state: 'executed' } as const
  const count = await app.orm.em.fork().count(Approval, { ...consented, expiresAt: { $gt: app.clock() } })
  if (count === 0) throw secondPersonNeeded(KIND)
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const user = await tx.em.findOne(User, { id: userId })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  return user.username ?? user.name
}
