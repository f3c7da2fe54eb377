import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Secret, TOTP } from 'otpauth'
import type { App } from '../../../app.ts'
import { sealedColumn } from '../../../infra/crypto/sealed-column.ts'
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

const column = { table: 'totp', key: 'user_id', keyType: 'uuid', about: totpSeal } as const

/** The secrets as what DETAILS_KEY is needed for. */
export const sealedTotpSecrets = [
  sealedColumn({ ...column, name: 'authenticator apps', column: 'secret' }),
  sealedColumn({ ...column, name: 'unconfirmed authenticator apps', column: 'next_secret' }),
]

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

type Using = { app: App; em: SqlEntityManager; now: Date }

/**
 * Uses up the code of the present step of a confirmed app; false for another code, and where this step or a later one was
 * used. Two at a time: one of them wins.
 */
export async function spendCode({ app, em, now }: Using, userId: string, code: string): Promise<boolean> {
  const found = await em.findOne(Totp, { userId, confirmedAt: { $ne: null } })
  if (!found || !isCodeOf(app.sealer.open(found.secret, totpSeal(userId)), code, now)) return false
  const lastStep = stepOf(now)
  const unused = { userId, $or: [{ lastStep: null }, { lastStep: { $lt: lastStep } }] }
  return (await em.nativeUpdate(Totp, unused, { lastStep })) === 1
}

/** Confirms the app that an account begins with, by the code of the present step; false for another code. */
export async function spendNewCode({ app, em, now }: Using, userId: string, code: string): Promise<boolean> {
  const found = await em.findOne(Totp, { userId })
  const sealed = found?.confirmedAt ? found.nextSecret : found?.secret
  if (!found || !sealed || !isCodeOf(app.sealer.open(sealed, totpSeal(userId)), code, now)) return false
  em.assign(found, { secret: sealed, nextSecret: null, confirmedAt: now, lastStep: stepOf(now) })
  await em.flush()
  return true
}

function isCodeOf(secret: string, token: string, now: Date): boolean {
  return generator(secret).validate({ token, window: 0, timestamp: now.getTime() }) !== null
}

function generator(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Vesper', label, digits: DIGITS, period: PERIOD_S, secret: Secret.fromBase32(secret) })
}
