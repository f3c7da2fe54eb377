import { domain, notSynced } from '../../../infra/domain.ts'
import { deskPageRoutes } from './desk/routes.ts'
import { Page } from './entity.ts'
import { pageRoutes } from './routes.ts'
import { textPages } from './text-pages.ts'

/** Texts of the site: terms, privacy, help. */
export const pages = domain({
  name: 'pages',
  entities: [notSynced(Page)],
  routes: [...pageRoutes, ...deskPageRoutes],
  publicPages: [textPages],
})
