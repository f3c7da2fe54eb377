import { isIP } from 'node:net'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PasskeyResponse } from '@vesper/sync/vesper/api/factors.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { bytesToSign } from './challenges.ts'
import { Passkey } from './entity.ts'
import { factorChanges } from './factor-changes.ts'
import { tellOwner } from './tell-owner.ts'

const COPIED = 'This passkey was refused: there may be a copy of it.'

/** The count of a key that one device alone can have has fallen. */
class CopiedPasskey extends Refusal {
  readonly passkey: Passkey

  constructor(passkey: Passkey) {
    super('unauthenticated', COPIED, [{ path: 'proof', message: COPIED }])
    this.passkey = passkey
  }
}

/** Where passkeys are made for. */
export type PasskeySite = { rpID: string; origin: string }

/** The site of passkeys, by its public name. Refuses as `conflict` a site that has an IP address alone. */
export function passkeySite({ config }: Pick<App, 'config'>): PasskeySite {
  const { hostname, origin } = new URL(config.publicUrl)
  if (isIP(hostname) !== 0 || hostname.startsWith('['))
    throw new Refusal('conflict', 'Open the site by its name to use passkeys.')
  return { rpID: hostname, origin }
}

/** How an account is named to authenticators: they give it back with each answer. */
export function userHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/** Options for an answer to a challenge: of the passkeys of an account, or of any that the authenticator has. */
export async function answerOptions(tx: Tx, challengeId: string, userId: string | null) {
  const known = userId === null ? [] : await tx.em.find(Passkey, { userId })
  return generateAuthenticationOptions({
    rpID: passkeySite(tx.app).rpID,
    challenge: bytesToSign(challengeId),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

/**
 * The passkey that has answered a challenge, marked as used now; null for an answer that does not hold. A count that falls
 * shows a copy: a key of one device is refused, and its owner told. A key ring's copies each count for themselves.
 */
export async function usePasskey(tx: Tx, challengeId: string, response: PasskeyResponse): Promise<Passkey | null> {
  const passkey = await tx.em.findOne(Passkey, { credentialId: response.id })
  if (!passkey || !isOfOwner(passkey, response)) return null
  const verified = await verify(tx.app, { challengeId, response, passkey })
  if (!verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const hasFallen = passkey.counter > 0 && newCounter <= passkey.counter
  if (hasFallen && passkey.deviceType === 'singleDevice') throw new CopiedPasskey(passkey)
  if (hasFallen) tx.app.log.warn({ passkey: passkey.id }, 'the count of a copied passkey has fallen')
  tx.em.assign(passkey, { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: tx.now })
  await tx.em.flush()
  return passkey
}

/** An authenticator that found the key by itself says whose it is. */
function isOfOwner({ userId }: Passkey, { response }: PasskeyResponse): boolean {
  return response.userHandle == null || response.userHandle === userHandle(userId)
}

async function verify(
  app: App,
  { challengeId, response, passkey }: { challengeId: string; response: PasskeyResponse; passkey: Passkey },
): Promise<VerifiedAuthenticationResponse | null> {
  const { rpID, origin } = passkeySite(app)
  try {
    const verified = await verifyAuthenticationResponse({
      response: asSent(response),
      expectedChallenge: Buffer.from(bytesToSign(challengeId)).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // The library throws where the count does not rise, also for the copies of a key ring: `usePasskey` compares.
        counter: 0,
      },
    })
    return verified.verified ? verified : null
  } catch (error) {
    app.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
    return null
  }
}

/** The answer, with the parts alone that the library looks at. */
function asSent({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: PasskeyResponse) {
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } }
}

/** Runs work that may use passkeys, and tells the owner of one that may have a copy, once the work was taken back. */
export async function tellingOfCopies<Result>(app: App, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CopiedPasskey) await tellOfCopy(app, error.passkey)
    throw error
  }
}

async function tellOfCopy(app: App, { id, userId, name }: Passkey): Promise<void> {
  app.log.warn({ passkey: id }, 'the count of a passkey of one device has fallen')
  await transact(app, null, async (tx) => {
    const user = await tx.em.findOneOrFail(User, { id: userId })
    await tellOwner(tx, user, factorChanges.passkeyRefused(name))
  })
}
