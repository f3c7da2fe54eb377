import type { PublicPage } from '../../../infra/heads/public-page.ts'
import { sitePage } from './queries.ts'

/** The texts of the site, by slug. */
export const textPages: PublicPage = {
  prefix: '/pages/',
  async head({ app, em }, _stranger, name) {
    const page = await sitePage(em, name, 'en')
    if (!page) return null
    const { siteName } = await app.settings.read()
    return {
      ...{ path: `/pages/${page.slug}`, title: `${page.title} · ${siteName}`, type: 'website', picture: null },
      description: `${page.title} of ${siteName}.`,
      data: null,
    }
  },
}
