import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { UpdateUser, UserList, UserSearch, UserView } from '@vesper/sync/vesper/api/users.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Profile } from '@vesper/sync/vesper/records/profile.ts'
import * as v from 'valibot'
import { transact } from '../../infra/database/transaction.ts'
import { route } from '../../infra/http/route.ts'
import type { Route } from '../../infra/http/route.ts'
import { Performer } from '../performers/entity.ts'
import { User } from './entity.ts'
import { prepareAccountUpdate, updateAccount } from './account-update.ts'
import { whileProofHolds } from './password-commands.ts'
import { searchAccounts } from './queries.ts'
import { profileView, userView } from './views.ts'

const meRoute = route({
  method: 'GET',
  path: '/users/me',
  who: 'user',
  tag: 'Users',
  summary: 'The signed-in account',
  answer: Profile,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const user = await em.findOneOrFail(User, { id: actor.userId })
    return profileView(user, await em.findOne(Performer, { userId: actor.userId }))
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
      return transact(app, actor, async (tx) => {
        const user = await updateAccount(tx, update)
        return profileView(user, await tx.em.findOne(Performer, { userId: user.id }))
      })
    })
  },
})

const searchRoute = route({
  method: 'GET',
  path: '/users/search',
  who: 'performer',
  tag: 'Users',
  summary: 'Fans by name, for performers',
  query: UserSearch,
  answer: UserList,
  async handle({ app, query }) {
    const { users, total } = await searchAccounts(app.orm.em.fork(), { ...query, isPerformer: false })
    return { data: users.map(userView), total }
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
  async handle({ app, params }) {
    const user = await app.orm.em.fork().findOne(User, { id: params.id, status: 'active' })
    if (!user) throw new Refusal('not-found', 'There is no such user.')
    return userView(user)
  },
})

export const userRoutes: Route[] = [meRoute, updateRoute, searchRoute, viewRoute]
