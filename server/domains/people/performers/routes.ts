import { RegisterAnswer, RegisterPerformer } from '@vesper/sync/vesper/api/auth.ts'
import { Done, storable } from '@vesper/sync/vesper/api/fields.ts'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import { UserList, UserSearch } from '@vesper/sync/vesper/api/users.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { documentFields, uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { requirePerson } from '../../site/captcha/require-person.ts'
import { registerLimit } from '../accounts/auth-routes.ts'
import { User } from '../accounts/entity.ts'
import { hashPassword } from '../accounts/passwords/passwords.ts'
import { refuseGuessable } from '../accounts/passwords/refuse-guessable.ts'
import { noSuchCreator, searchFans } from '../accounts/queries.ts'
import { profileView, userView } from '../accounts/views.ts'
import { registerPerformer } from './commands.ts'
import { discoveryRoutes } from './discovery/discovery-routes.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { inspectDocuments, withStoredDocuments } from './documents/documents.ts'
import { Performer } from './entity.ts'
import { ownPerformer } from './own-performer.ts'
import { creatorsAmong, findCreator } from './queries.ts'
import { requireOpenCreator } from './review/require-open-creator.ts'
import { reviewView } from './views.ts'
import { setWelcomeVideo } from './welcome-video.ts'

const registerRoute = route({
  method: 'POST',
  path: '/auth/performers/register',
  whileSuspended: true,
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
    await refuseGuessable(app, { password, form }, fields)
    const documents = await inspectDocuments(app, files, limitKey(ip))
    const account = { ...fields, documents, passwordHash: await hashPassword({ password, form }, limitKey(ip)) }
    const { user, performer } = await withStoredDocuments(app, documents, () =>
      transact(app, null, (tx) => registerPerformer(tx, account)),
    )
    const message = 'Welcome! We sent you a link to confirm your email address, and will look at your documents.'
    return { success: true as const, message, user: { ...profileView(user), ...reviewView(performer) } }
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
    return ownPerformer(em, user, await em.findOneOrFail(Performer, { userId: actor.userId }))
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

const fansRoute = route({
  method: 'GET',
  path: '/users/search',
  who: 'performer',
  tag: 'Users',
  summary: 'Fans of the creator by name: who follows, and who wrote to the creator',
  query: UserSearch,
  answer: UserList,
  async handle({ app, actor, query }) {
    const em = app.orm.em.fork()
    await requireOpenCreator(em, actor.userId)
    const { users, total } = await searchFans(em, actor.userId, query)
    return { data: users.map(userView), total }
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
  removeVideoRoute,
  fansRoute,
]
