import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  AddPasskey,
  PasskeyLogin,
  PasskeyOptions,
  PasskeyOptionsAnswer,
  RecoveryCodes,
  Rename,
} from '@vesper/sync/vesper/api/factors.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { requireFresh } from '../../../infra/http/require-fresh.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { ELEVATED_S } from '../../../infra/sessions/is-elevated.ts'
import { unauthenticated } from '../../../infra/sessions/unauthenticated.ts'
import { addPasskey, registrationOptions } from './add-passkey.ts'
import { createChallenge } from './challenges.ts'
import { removePasskey, renamePasskey } from './commands.ts'
import { Challenge } from './entity.ts'
import { loginByPasskey } from './login-by-passkey.ts'
import { answerOptions, passkeySite } from './passkeys.ts'

const tag = 'Auth'
const limits: Limit[] = [{ points: 30, seconds: 60, by: 'ip' }]
const ENDED = 'This login has ended. Begin again.'

export const passkeyRoutes: Route[] = [
  route({
    // An admin opens a closed site again, in the desk, by a step-up.
    ...{ method: 'POST', path: '/auth/passkeys/options', who: 'any', limits, tag, staysOpen: true },
    summary: 'Options for a passkey: to log in, to add one, to step up, or as the second factor of a login',
    body: PasskeyOptions,
    answer: PasskeyOptionsAnswer,
    handle: ({ app, actor, body }) => optionsFor(app, actor, body),
  }),
  route({
    ...{ method: 'POST', path: '/auth/passkeys/login', who: 'any', limits, tag, whileSuspended: true },
    summary: 'Log in with a passkey',
    body: PasskeyLogin,
    answer: LoginAnswer,
    async handle({ app, body, ip, userAgent, cookie, setCookie }) {
      const begun = await loginByPasskey(app, body, { ip, userAgent, cookie })
      setCookie(begun.cookie)
      return begun.answer
    },
  }),
  route({
    ...{ method: 'POST', path: '/auth/passkeys', who: 'user', fresh: ELEVATED_S, limits, tag, whileSuspended: true },
    summary: 'Add a passkey; answers recovery codes where there are none',
    body: AddPasskey,
    answer: RecoveryCodes,
    status: 201,
    handle: async ({ app, actor, body }) => ({ codes: await addPasskey(app, actor, body) }),
  }),
  route({
    ...{
      method: 'PUT',
      path: '/auth/passkeys/{id}',
      who: 'owner',
      fresh: ELEVATED_S,
      limits,
      tag,
      whileSuspended: true,
    },
    summary: 'Rename a passkey',
    params: v.object({ id: uuid }),
    body: Rename,
    answer: Done,
    async handle({ app, actor, params, body }) {
      await transact(app, actor, (tx) => renamePasskey(tx, params.id, body.name))
      return { success: true as const }
    },
  }),
  route({
    ...{
      method: 'DELETE',
      path: '/auth/passkeys/{id}',
      who: 'owner',
      fresh: ELEVATED_S,
      limits,
      tag,
      whileSuspended: true,
    },
    summary: 'Remove a passkey',
    params: v.object({ id: uuid }),
    answer: Done,
    async handle({ app, actor, params }) {
      await transact(app, actor, (tx) => removePasskey(tx, params.id))
      return { success: true as const }
    },
  }),
]

async function optionsFor(app: App, actor: Actor | null, asked: v.InferOutput<typeof PasskeyOptions>) {
  // Refused before there is a challenge.
  passkeySite(app)
  // Here as well as at the end: nobody makes a key that is not taken.
  if (actor && asked.purpose === 'add') await requireFresh(app, actor, { fresh: ELEVATED_S })
  return transact(app, actor, async (tx) => {
    if (asked.purpose === 'second-factor') {
      const open = { id: asked.challengeId, purpose: asked.purpose, usedAt: null, expiresAt: { $gt: tx.now } }
      const waiting = await tx.em.findOne(Challenge, open)
      if (!waiting) throw new Refusal('invalid', ENDED)
      return { challengeId: waiting.id, options: { ...(await answerOptions(tx, waiting.id, waiting.userId ?? null)) } }
    }
    const { purpose } = asked
    if (purpose !== 'login' && !actor) throw unauthenticated()
    const by = purpose === 'login' || !actor ? {} : { userId: actor.userId, sessionId: actor.sessionId }
    const { id } = await createChallenge(tx, { purpose, ...by })
    if (purpose === 'add') return { challengeId: id, options: { ...(await registrationOptions(tx, id)) } }
    return { challengeId: id, options: { ...(await answerOptions(tx, id, by.userId ?? null)) } }
  })
}
