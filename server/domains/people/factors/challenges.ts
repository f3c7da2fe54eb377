import { hash, randomUUID } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Challenge } from './entity.ts'

const LIFETIME_MS = 300_000
/** Answers to one challenge, right or wrong. */
export const MAX_TRIES = 5

type Given = Pick<Challenge, 'purpose'> & Partial<Pick<Challenge, 'userId' | 'sessionId' | 'value'>>

/** A new challenge, good for five minutes. */
export async function createChallenge(tx: Tx, given: Given): Promise<Challenge> {
  await tx.em.nativeDelete(Challenge, { expiresAt: { $lt: tx.now } })
  const expiresAt = new Date(tx.now.getTime() + LIFETIME_MS)
  const challenge = tx.em.create(Challenge, { value: '', ...given, id: randomUUID(), expiresAt })
  await tx.em.flush()
  return challenge
}

/** The bytes that a passkey signs for a challenge. Its id is random and known to the caller alone. */
export function bytesToSign(challengeId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', `passkey ${challengeId}`, 'buffer'))
}

/** Counts an answer before it is looked at, and gives the challenge; null for one that has ended, was used or was tried often. */
export async function countTry(
  app: App,
  id: string,
  asked: { purpose: Challenge['purpose']; userId?: string; sessionId?: string },
): Promise<Challenge | null> {
  return transact(app, null, async ({ em, now }) => {
    const open = { id, ...asked, usedAt: null, expiresAt: { $gt: now }, tries: { $lt: MAX_TRIES } }
    const counted = await em.nativeUpdate(Challenge, open, { tries: raw<number>('tries + 1') })
    return counted === 1 ? em.findOne(Challenge, { id }) : null
  })
}

/** Uses a challenge up; false where another answer has been quicker, or it has ended. */
export async function spendChallenge({ em, now }: Pick<Tx, 'em' | 'now'>, id: string): Promise<boolean> {
  const open = { id, usedAt: null, expiresAt: { $gt: now } }
  return (await em.nativeUpdate(Challenge, open, { usedAt: now })) === 1
}

/** Ends the logins of an account that wait for a second factor: a way in has been taken away. */
export async function endWaitingLogins(tx: Tx, userId: string): Promise<void> {
  await tx.em.nativeDelete(Challenge, { userId, purpose: 'second-factor' })
}
