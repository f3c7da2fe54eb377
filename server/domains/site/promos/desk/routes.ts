import { DeskPromoList, NewPromo, OrderPromos, SavePromo, SeenPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { addPromo, changePromo, deletePromo, orderPromos, setPromoPicture } from '../commands.ts'
import { deskPromos } from './desk-promos.ts'
import { pictureRoute } from './picture-route.ts'

const desk = { who: 'staff', needs: 'site.texts', tag: 'Desk' } as const
const done = { success: true as const }
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  ...{ method: 'GET', path: '/desk/promos', ...desk },
  summary: 'The promos of the site in their order, also those that nobody else sees',
  answer: DeskPromoList,
  async handle({ app }) {
    const data = await deskPromos(app.orm.em.fork())
    return { data, total: data.length }
  },
})

const addRoute = route({
  ...{ method: 'POST', path: '/desk/promos', ...desk },
  summary: 'Add a promo above the others',
  body: NewPromo,
  answer: Done,
  async handle({ app, actor, body: { _id: id, ...fields } }) {
    await transact(app, actor, (tx) => addPromo(tx, { id, fields, pictureFileId: null }))
    return done
  },
})

const changeRoute = route({
  ...{ method: 'PUT', path: '/desk/promos/{id}', ...desk },
  summary: 'Change a promo: its words, its days, its readers, its state',
  params: byId,
  body: SavePromo,
  answer: Done,
  async handle({ app, actor, params: { id }, body: { version, ...fields } }) {
    await transact(app, actor, (tx) => changePromo(tx, { id, version, fields }))
    return done
  },
})

const orderRoute = route({
  ...{ method: 'POST', path: '/desk/promos/order', ...desk },
  summary: 'Put the promos into another order',
  body: OrderPromos,
  answer: Done,
  async handle({ app, actor, body }) {
    await transact(app, actor, (tx) => orderPromos(tx, body))
    return done
  },
})

const deleteRoute = route({
  ...{ method: 'DELETE', path: '/desk/promos/{id}', ...desk },
  summary: 'Delete a promo with its picture',
  params: byId,
  query: SeenPromo,
  answer: Done,
  async handle({ app, actor, params: { id }, query: { version } }) {
    await transact(app, actor, (tx) => deletePromo(tx, { id, version }))
    return done
  },
})

const noPictureRoute = route({
  ...{ method: 'DELETE', path: '/desk/promos/{id}/picture', ...desk },
  summary: 'Show a promo without a picture',
  params: byId,
  query: SeenPromo,
  answer: Done,
  async handle({ app, actor, params: { id }, query: { version } }) {
    await transact(app, actor, (tx) => setPromoPicture(tx, { id, version, fileId: null }))
    return done
  },
})

export const deskPromoRoutes: Route[] = [
  ...[listRoute, addRoute, changeRoute, orderRoute],
  ...[deleteRoute, pictureRoute, noPictureRoute],
]
