import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskPage, DeskPageList, DeskPageParams, SaveDeskPage, SeenPage } from '@vesper/sync/vesper/api/desk-pages.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { deskPage, deskPages } from './desk-pages.ts'
import { deletePage, discardDraft, restorePage, savePage } from './save-page.ts'

const desk = { who: 'staff', needs: 'site.texts', tag: 'Desk' } as const
const done = { success: true as const }

const listRoute = route({
  ...{ method: 'GET', path: '/desk/pages', ...desk },
  summary: 'The pages of the site in all languages, with their drafts',
  answer: DeskPageList,
  async handle({ app }) {
    const data = await deskPages(app.orm.em.fork())
    return { data, total: data.length }
  },
})

const oneRoute = route({
  ...{ method: 'GET', path: '/desk/pages/{slug}/{locale}', ...desk },
  summary: 'A page as staff edit it',
  params: DeskPageParams,
  answer: DeskPage,
  async handle({ app, params }) {
    const page = await deskPage(app.orm.em.fork(), params)
    if (!page) throw new Refusal('not-found', 'There is no such page.')
    return page
  },
})

const saveRoute = route({
  ...{ method: 'PUT', path: '/desk/pages/{slug}/{locale}', ...desk },
  summary: 'Make a page, change its draft, or publish it',
  params: DeskPageParams,
  body: SaveDeskPage,
  // A letter of another script takes two to six bytes in JSON.
  maxBodyBytes: 512 * 1024,
  answer: Done,
  async handle({ app, actor, params: name, body: { version, isPublished, ...text } }) {
    await transact(app, actor, (tx) => savePage(tx, { name, version, text, isPublished }))
    return done
  },
})

const restoreRoute = route({
  ...{ method: 'POST', path: '/desk/pages/{slug}/{locale}/restore', ...desk },
  summary: 'Show the text that comes with Vesper again',
  params: DeskPageParams,
  body: SeenPage,
  answer: Done,
  async handle({ app, actor, params: name, body: { version } }) {
    await transact(app, actor, (tx) => restorePage(tx, { name, version }))
    return done
  },
})

const deleteRoute = route({
  ...{ method: 'DELETE', path: '/desk/pages/{slug}/{locale}', ...desk },
  summary: 'Delete a page that does not come with Vesper',
  params: DeskPageParams,
  query: SeenPage,
  answer: Done,
  async handle({ app, actor, params: name, query: { version } }) {
    await transact(app, actor, (tx) => deletePage(tx, { name, version }))
    return done
  },
})

const discardRoute = route({
  ...{ method: 'POST', path: '/desk/pages/{slug}/{locale}/discard', ...desk },
  summary: 'Discard the draft of a page; what visitors see stays',
  params: DeskPageParams,
  body: SeenPage,
  answer: Done,
  async handle({ app, actor, params: name, body: { version } }) {
    await transact(app, actor, (tx) => discardDraft(tx, { name, version }))
    return done
  },
})

export const deskPageRoutes: Route[] = [listRoute, oneRoute, saveRoute, restoreRoute, discardRoute, deleteRoute]
