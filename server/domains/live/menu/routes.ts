import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { TipMenu, TipMenuBody } from '@vesper/sync/vesper/api/tip-menu.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { findCreator } from '../../people/performers/queries.ts'
import { setTipMenu } from './commands.ts'
import { tipMenuView } from './views.ts'

const tag = 'Tip menu'

const menuRoute = route({
  method: 'GET',
  path: '/tip-menu/{performerId}',
  who: 'any',
  tag,
  summary: 'The menu of tips of a creator, and the goal with what it has raised',
  params: v.object({ performerId: v.pipe(uuid, v.toLowerCase()) }),
  answer: TipMenu,
  async handle({ app, viewer, params }) {
    const em = app.orm.em.fork()
    const { id } = await findCreator(em, params.performerId, viewer)
    return tipMenuView(em, id)
  },
})

const setRoute = route({
  method: 'PUT',
  path: '/tip-menu',
  who: 'performer',
  tag,
  summary: 'Change the own menu of tips as a whole, and the goal; `version` is the one that was seen',
  body: TipMenuBody,
  answer: TipMenu,
  async handle({ app, actor, body }) {
    await transact(app, actor, (tx) => setTipMenu(tx, body))
    return tipMenuView(app.orm.em.fork(), actor.userId)
  },
})

export const menuRoutes: Route[] = [menuRoute, setRoute]
