import { DeskUser, DeskUserList, DeskUserQuery } from '@vesper/sync/vesper/api/desk-users.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { readUser } from './read-user.ts'
import { searchUsers } from './search-users.ts'

const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/users',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'Accounts, by name, username, address, id, card or payout account',
  query: DeskUserQuery,
  answer: DeskUserList,
  handle: ({ app, query }) => searchUsers(app.orm.em.fork(), query),
})

const userRoute = route({
  method: 'GET',
  path: '/desk/users/{id}',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'One account: its state, sign-in, reports and money, as far as the caller may know',
  params: byId,
  answer: DeskUser,
  handle: ({ app, actor, params }) => readUser(app, actor, params.id),
})

export const userRoutes: Route[] = [listRoute, userRoute]
