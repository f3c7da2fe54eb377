import { randomUUID } from 'node:crypto'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { v7 } from 'uuid'
import type { User } from '../../../domains/people/accounts/entity.ts'
import { makeAccount } from '../../../domains/people/accounts/testing/api.ts'
import { openConversation } from '../../../domains/talk/conversations/commands.ts'
import { sendMessage } from '../../../domains/talk/messages/commands.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor } from '../../database/transaction.ts'
import { Session } from '../../sessions/entity.ts'
import { issueSession } from '../../sessions/sessions.ts'

type Server = Pick<TestServer, 'app'>

/** An account with an open session. */
export type Person = { user: User; id: string; actor: Actor; token: string }

/** A fan, or a creator, signed in past the login. */
export async function makePerson(server: Server, username: string, isPerformer = false): Promise<Person> {
  const user = await makeAccount(server, { username, isPerformer, passwordHash: 'not used' })
  return signIn(server, user)
}

/** Another session of the account. */
export async function signIn({ app }: Server, user: User): Promise<Person> {
  const { token, sessionId } = await transact(app, null, async (tx) => {
    const { token } = await issueSession(tx, { user, remember: false, userAgent: 'test' })
    const session = await tx.em.findOneOrFail(Session, { userId: user.id }, { orderBy: { id: 'desc' } })
    return { token, sessionId: session.id }
  })
  return { user, id: user.id, token, actor: { userId: user.id, sessionId, isPerformer: user.isPerformer } }
}

/** A session that was revoked, and one that ran out. */
export async function deadTokens(server: Server, user: User): Promise<{ revoked: string; expired: string }> {
  const [revoked, expired] = [await signIn(server, user), await signIn(server, user)]
  await transact(server.app, null, async (tx) => {
    await tx.em.nativeUpdate(Session, { id: revoked.actor.sessionId }, { revokedAt: tx.now })
    await tx.em.nativeUpdate(Session, { id: expired.actor.sessionId }, { expiresAt: new Date(tx.now.getTime() - 1) })
  })
  return { revoked: revoked.token, expired: expired.token }
}

/** Opens the conversation of the two; answers its id. */
export async function converse({ app }: Server, one: Person, other: Person): Promise<string> {
  await transact(app, one.actor, (tx) => openConversation(tx, { recipientId: other.id }))
  return conversationIdOf(one.id, other.id)
}

/** A fan and a creator in a conversation; `number` tells them from others of the same database. */
export async function makePair(server: Server, number: number) {
  const fan = await makePerson(server, `fan_${number}`)
  const creator = await makePerson(server, `creator_${number}`, true)
  return { fan, creator, conversationId: await converse(server, fan, creator) }
}

/** Sends a text; answers the message's id. */
export async function say(
  { app }: Server,
  from: Person,
  { to: conversationId, text }: { to: string; text: string },
): Promise<string> {
  const _id = v7()
  await transact(app, from.actor, (tx) => sendMessage(tx, { _id, conversationId, text, fileIds: [] }))
  return _id
}

/** An upload that waits to be sent with a message. */
export function newFile(ownerId: string) {
  return {
    ...{ id: randomUUID(), ownerId, purpose: 'message' as const, type: 'photo' as const, status: 'ready' as const },
    ...{ mimeType: 'image/webp', size: 1234, width: 640, height: 480, placeholder: null, hasThumbnail: true },
    createdAt: new Date(),
  }
}
