import { DeskCategories, SaveCategories } from '@vesper/sync/vesper/api/categories.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { deskCategories, saveCategories } from './save-categories.ts'

const desk = { path: '/desk/categories', who: 'staff', needs: 'site.texts', tag: 'Desk' } as const

const listRoute = route({
  ...{ method: 'GET', ...desk },
  summary: 'The categories of creators in their order, with their names',
  answer: DeskCategories,
  handle: ({ app }) => deskCategories(app.orm.em.fork()),
})

const saveRoute = route({
  ...{ method: 'PUT', ...desk },
  summary: 'Name, order, hide and merge the categories of creators',
  body: SaveCategories,
  answer: Done,
  async handle({ app, actor, body }) {
    await transact(app, actor, (tx) => saveCategories(tx, body))
    return { success: true as const }
  },
})

export const categoryRoutes: Route[] = [listRoute, saveRoute]
