import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { UpdateUser, UserView } from '@vesper/sync/vesper/api/users.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import * as v from 'valibot'
import { whereVisible } from '../../../../content/blocks.ts'
import { plainRow } from '../../../../infra/database/plain-rows.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { unauthenticated } from '../../../../infra/sessions/unauthenticated.ts'
import { User } from '../entity.ts'
import { whileProofHolds } from '../passwords/change-password.ts'
import { userView } from '../views.ts'
import { prepareAccountUpdate, updateAccount } from './account-update.ts'
import { readOwnProfile } from './own-profile.ts'
import { setPortrait } from './set-portrait.ts'

const meRoute = route({
  method: 'GET',
  path: '/users/me',
  whileSuspended: true,
  who: 'user',
  tag: 'Users',
  summary: 'The signed-in account',
  answer: Profile,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const user = await plainRow(em, User, actor.userId)
    if (!user) throw unauthenticated()
    return readOwnProfile(app, em, user)
  },
})

const updateRoute = route({
  method: 'PUT',
  path: '/users',
  who: 'user',
  limits: [{ points: 60, seconds: 300, by: 'account' }],
  tag: 'Users',
  summary: 'Change the profile, the email address or the password',
  body: UpdateUser,
  answer: Profile,
  async handle({ app, actor, body }) {
    return whileProofHolds(async () => {
      const update = await prepareAccountUpdate(app, actor, body)
      return transact(app, actor, async (tx) => readOwnProfile(app, tx.em, await updateAccount(tx, update)))
    })
  },
})

const viewRoute = route({
  method: 'GET',
  path: '/users/view/{id}',
  who: 'user',
  tag: 'Users',
  summary: 'A user as others see one',
  params: v.object({ id: uuid }),
  answer: UserView,
  async handle({ app, actor, params }) {
    const visible = { id: params.id, status: 'active' as const, ...whereVisible(actor) }
    const user = await app.orm.em.fork().findOne(User, visible)
    if (!user) throw new Refusal('not-found', 'There is no such user.')
    return userView(user)
  },
})

/** Removes a picture of the actor; one that is not there is removed already. */
function removalOf(
  kind: 'avatar' | 'cover',
  options: Pick<Route, 'path' | 'tag'> & { who: 'user' | 'performer' },
): Route {
  return route({
    ...options,
    method: 'DELETE',
    summary: `Remove the ${kind}`,
    answer: Done,
    async handle({ app, actor }) {
      await transact(app, actor, (tx) => setPortrait(tx, { fileId: null, kind }))
      return { success: true as const }
    },
  })
}

export const userRoutes: Route[] = [
  meRoute,
  updateRoute,
  viewRoute,
  removalOf('avatar', { path: '/users/avatar', who: 'user', tag: 'Users' }),
  removalOf('cover', { path: '/performers/cover', who: 'performer', tag: 'Performers' }),
]
