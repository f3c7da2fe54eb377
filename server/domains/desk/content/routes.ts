import { ContentList, ContentQuery } from '@vesper/sync/vesper/api/desk-content.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { contentPage } from './content-page.ts'

const listRoute = route({
  ...{ method: 'GET', path: '/desk/content', who: 'staff', needs: 'content.read', tag: 'Desk' },
  summary: 'Things of one kind, the newest first, hidden and removed ones too',
  query: ContentQuery,
  answer: ContentList,
  handle: ({ app, query }) => contentPage(app.orm.em.fork(), query),
})

export const contentRoutes: Route[] = [listRoute]
