import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RegisterAnswer, RegisterPerformer } from '@vesper/sync/vesper/api/auth.ts'
import { Done, storable, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { OwnPerformer, UpdatePerformer } from '@vesper/sync/vesper/api/performers.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { documentFields, uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { setPrices } from '../../money/subscriptions/prices/set-prices.ts'
import { requirePerson } from '../../site/captcha/require-person.ts'
import { registerLimit } from '../accounts/auth-routes.ts'
import { User } from '../accounts/entity.ts'
import { whileProofHolds } from '../accounts/passwords/password-commands.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { prepareAccountUpdate, updateAccount } from '../accounts/profile/account-update.ts'
import { profileView } from '../accounts/views.ts'
import { registerPerformer, setSellerKind, updatePerformer } from './commands.ts'
import { discoveryRoutes } from './discovery/discovery-routes.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { inspectDocuments, withStoredDocuments } from './documents/documents.ts'
import { Performer } from './entity.ts'
import { creatorsAmong, findCreator, noSuchCreator } from './queries.ts'
import { ownPerformerView } from './views.ts'
import { setWelcomeVideo, welcomeVideoStatus, welcomeVideosOf } from './welcome-video.ts'

const registerRoute = route({
  method: 'POST',
  path: '/auth/performers/register',
  who: 'any',
  limits: [registerLimit],
  tag: 'Auth',
  summary: 'Register as a creator, with identity documents',
  body: RegisterPerformer,
  files: uploadSpec(documentFields),
  answer: RegisterAnswer,
  status: 201,
  async handle({ app, body, files, ip }) {
    const { password, passwordForm: form, captchaToken, ...fields } = body
    await requirePerson(app, { token: captchaToken, ip })
    const documents = await inspectDocuments(files)
    const account = { ...fields, documents, passwordHash: await hashPassword({ password, form }) }
    const { user, performer } = await withStoredDocuments(app, documents, () =>
      transact(app, null, (tx) => registerPerformer(tx, account)),
    )
    const message = 'Welcome! We sent you a link to confirm your email address, and will look at your documents.'
    return { success: true as const, message, user: profileView(user, performer) }
  },
})

const meRoute = route({
  method: 'GET',
  path: '/performers/me',
  who: 'performer',
  tag: 'Performers',
  summary: 'The signed-in creator',
  answer: OwnPerformer,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const user = await em.findOneOrFail(User, { id: actor.userId })
    return ownView(em, user, await em.findOneOrFail(Performer, { userId: actor.userId }))
  },
})

const viewRoute = route({
  method: 'GET',
  path: '/performers/{id}',
  who: 'any',
  limits: [{ points: 240, seconds: 60, by: 'account' }],
  tag: 'Performers',
  summary: 'A creator by id or username',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(60), storable) }),
  answer: Creator,
  async handle({ app, viewer, params }) {
    const em = app.orm.em.fork()
    const user = await findCreator(em, params.id, viewer)
    const [view] = await creatorsAmong(em, [user])
    if (!view) throw noSuchCreator()
    return view
  },
})

const updateRoute = route({
  method: 'PUT',
  path: '/performers/{id}',
  who: 'owner',
  limits: [{ points: 60, seconds: 300, by: 'account' }],
  tag: 'Performers',
  summary: 'Change the own page, the profile, the prices or the password',
  params: v.object({ id: uuid }),
  body: UpdatePerformer,
  answer: OwnPerformer,
  async handle({ app, actor, params, body }) {
    // The answer is the same whether or not such another creator exists.
    if (params.id.toLowerCase() !== actor.userId) throw new Refusal('forbidden', 'Forbidden in the action!')
    const { password, passwordForm, source, sourceForm, prices, isFree, sellerKind, ...changes } = body
    return whileProofHolds(async () => {
      const proven = await prepareAccountUpdate(app, actor, { password, passwordForm, source, sourceForm })
      return transact(app, actor, async (tx) => {
        await updateAccount(tx, proven)
        if (prices !== undefined || isFree !== undefined) await setPrices(tx, { prices, isFree })
        if (sellerKind !== undefined) await setSellerKind(tx, sellerKind)
        const { user, performer } = await updatePerformer(tx, { changes, base: {} })
        return ownView(tx.em, user, performer)
      })
    })
  },
})

const removeVideoRoute = route({
  method: 'DELETE',
  path: '/performers/welcome-video',
  who: 'performer',
  limits: [{ points: 60, seconds: 300, by: 'account' }],
  tag: 'Performers',
  summary: 'Remove the welcome video for good',
  answer: Done,
  async handle({ app, actor }) {
    await transact(app, actor, (tx) => setWelcomeVideo(tx, null))
    return { success: true as const }
  },
})

// `/performers/me` and `/performers/top` come before the path that takes any name.
export const performerRoutes: Route[] = [
  registerRoute,
  ...discoveryRoutes,
  ...documentRoutes,
  meRoute,
  viewRoute,
  updateRoute,
  removeVideoRoute,
]

async function ownView(em: SqlEntityManager, user: User, performer: Performer) {
  const videos = await welcomeVideosOf(em, [performer])
  const welcomeVideoFile = await welcomeVideoStatus(em, performer)
  return ownPerformerView(user, performer, { welcomeVideo: videos(performer), welcomeVideoFile })
}
