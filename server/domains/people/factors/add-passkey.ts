import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AddPasskey } from '@vesper/sync/vesper/api/factors.ts'
import type * as v from 'valibot'
import type { App } from '../../../app.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { bytesToSign, countTry, spendChallenge } from './challenges.ts'
import { Passkey } from './entity.ts'
import { factorChanges } from './factor-changes.ts'
import { passkeySite } from './passkeys.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'

const MAX_PER_ACCOUNT = 20

/** Options for a new key of the actor: discoverable, with the user verified, without attestation. */
export async function registrationOptions(tx: Tx, challengeId: string) {
  const { userId } = requireActor(tx)
  const user = await tx.em.findOneOrFail(User, { id: userId })
  const known = await tx.em.find(Passkey, { userId })
  return generateRegistrationOptions({
    rpName: 'Vesper',
    rpID: passkeySite(tx.app).rpID,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: user.username ?? user.email ?? user.name,
    userDisplayName: user.name,
    challenge: bytesToSign(challengeId),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds a passkey to the account of the actor, and tells the owner. Answers recovery codes where the account has none. Refuses
 * an answer that does not hold, a key that is known already, and more than 20.
 */
export async function addPasskey(app: App, actor: Actor, given: v.InferOutput<typeof AddPasskey>): Promise<string[]> {
  const { challengeId, response, name } = given
  const asked = { purpose: 'add' as const, userId: actor.userId, sessionId: actor.sessionId }
  const challenge = await countTry(app, challengeId, asked)
  const verified = challenge && (await verify(app, challengeId, response))
  if (!verified) throw new Refusal('invalid', 'This passkey could not be added. Try again.')
  const { credential, credentialDeviceType, credentialBackedUp } = verified
  return transact(app, actor, async (tx) => {
    const user = await tx.em.findOneOrFail(User, { id: actor.userId })
    if (!(await spendChallenge(tx, challengeId)))
      throw new Refusal('invalid', 'Begin again: the five minutes are over.')
    const held = await tx.em.count(Passkey, { userId: user.id })
    if (held >= MAX_PER_ACCOUNT) throw new Refusal('conflict', 'You have 20 passkeys. Remove one first.')
    if ((await tx.em.count(Passkey, { credentialId: credential.id })) > 0)
      throw new Refusal('conflict', 'This passkey is known already.')
    tx.em.create(Passkey, {
      ...{ userId: user.id, name, credentialId: credential.id, counter: credential.counter },
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      ...{ deviceType: credentialDeviceType, backedUp: credentialBackedUp, transports: credential.transports ?? [] },
      ...{ createdAt: tx.now, lastUsedAt: null },
    })
    await tx.em.flush()
    await tellOwner(tx, user, factorChanges.passkeyAdded(name))
    return firstRecoveryCodes(tx, user.id)
  })
}

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

async function verify(
  app: App,
  challengeId: string,
  response: v.InferOutput<typeof AddPasskey>['response'],
): Promise<Registration | null> {
  const { rpID, origin } = passkeySite(app)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: asSent(response),
      expectedChallenge: Buffer.from(bytesToSign(challengeId)).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    return registrationInfo ?? null
  } catch (error) {
    app.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a new passkey was refused')
    return null
  }
}

/** The answer, with the parts alone that the library looks at. */
function asSent({ id, rawId, type, response }: v.InferOutput<typeof AddPasskey>['response']) {
  return {
    id,
    rawId,
    type,
    clientExtensionResults: {},
    response: { ...response, transports: [...response.transports] },
  }
}
