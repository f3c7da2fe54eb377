import { hash, randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { RecoveryCode } from './entity.ts'
import { factorChanges } from './factor-changes.ts'
import { tellOwner } from './tell-owner.ts'

const CODES = 10
/** 24 characters of base32. */
const BYTES = 15

/** Gives an account ten new codes in the place of those that it has. They are shown once. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  await tx.em.nativeDelete(RecoveryCode, { userId })
  const codes = Array.from({ length: CODES }, () => new Secret({ buffer: bytes() }).base32)
  for (const code of codes) tx.em.create(RecoveryCode, { userId, hash: hashOf(code), createdAt: tx.now })
  await tx.em.flush()
  return codes
}

/** The same for an account that has no codes; none for others. */
export async function firstRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  return (await tx.em.count(RecoveryCode, { userId })) === 0 ? replaceRecoveryCodes(tx, userId) : []
}

/** Uses a code up, and tells the owner; false for a code that is none of the account's, or was used. */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const spent = await tx.em.nativeUpdate(RecoveryCode, { userId, hash: hashOf(code), usedAt: null }, { usedAt: tx.now })
  if (spent !== 1) return false
  const left = await tx.em.count(RecoveryCode, { userId, usedAt: null })
  const user = await tx.em.findOneOrFail(User, { id: userId })
  await tellOwner(tx, user, factorChanges.codeUsed(left, CODES))
  return true
}

function bytes(): ArrayBuffer {
  return new Uint8Array(randomBytes(BYTES)).buffer
}

function hashOf(code: string): string {
  return hash('sha256', code)
}
