import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../../app.ts'
import { Totp } from './entity.ts'

const PERIOD_S = 30
const DIGITS = 6
const SECRET_BYTES = 20

/** A new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The text that a secret is sealed for: it opens in no other account's row. */
export function totpSeal(userId: string): string {
  return `totp ${userId}`
}

/** The address that authenticator apps read as a QR code. `account`: the name that the app shows. */
export function totpAddress(secret: string, account: string): string {
  return generator(secret, account).toString()
}

/** The number of the 30-second step that a moment lies in. */
export function stepOf(moment: Date): number {
  return Math.floor(moment.getTime() / (PERIOD_S * 1_000))
}

/** The code of a secret at a moment. */
export function codeAt(secret: string, moment: Date): string {
  return generator(secret).generate({ timestamp: moment.getTime() })
}

/**
 * Uses up the code of the present step; false for another code, and where this step or a later one was used. Two at a time:
 * one of them wins. `isConfirmed`: an authenticator that was not yet confirmed opens nothing.
 */
export async function spendCode(
  { app, em, now }: { app: App; em: SqlEntityManager; now: Date },
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const found = await em.findOne(Totp, { userId, confirmedAt: isConfirmed ? { $ne: null } : null })
  if (!found) return false
  const totp = generator(app.sealer.open(found.secret, totpSeal(userId)))
  if (totp.validate({ token: code, window: 0, timestamp: now.getTime() }) === null) return false
  const step = stepOf(now)
  const spent = await em.nativeUpdate(
    Totp,
    { userId, $or: [{ lastStep: null }, { lastStep: { $lt: step } }] },
    { lastStep: step },
  )
  return spent === 1
}

function generator(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Vesper', label, digits: DIGITS, period: PERIOD_S, secret: Secret.fromBase32(secret) })
}
