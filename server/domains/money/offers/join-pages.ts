import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { portraitOf, creatorColumns, joinCreator } from '../../../content/heads/head-creator.ts'
import type { HeadCreator } from '../../../content/heads/head-creator.ts'
import { headSite } from '../../../content/heads/head-terms.ts'
import type { PublicPage } from '../../../infra/heads/public-page.ts'
import type { Limit } from '../../../infra/http/route.ts'
import { findOffer } from './find-offer.ts'

/** How often an address may ask for offers by their codes. */
export const JOIN_LIMITS: readonly Limit[] = [{ points: 60, seconds: 600, by: 'ip' }]

/** The pages behind the links of offers. Previews of links show them; search engines do not. */
export const joinPages: PublicPage = {
  prefix: '/join/',
  // As many as of the call that answers an offer: nobody guesses codes by their heads.
  limits: JOIN_LIMITS,
  async head(source, stranger, name) {
    const found = await findOffer(source, name, stranger).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (!found) return null
    const { offer, creator } = found
    const columns = creatorColumns(stranger)
    const [row] = await source.em.execute<HeadCreator[]>(
      `select ${columns.sql} from offer o ${joinCreator('o.performer_id')} where o.id = ?`,
      [...columns.params, offer.id],
    )
    const { siteName } = await headSite(source.app)
    const { kind, days, percent, code } = offer
    return {
      path: `/join/${code}`,
      title:
        kind === 'trial'
          ? `${days} free days with ${creator.name}`
          : `${percent}% off the first term of ${creator.name}`,
      description:
        kind === 'trial'
          ? `Start on ${siteName}. No card is needed, and it ends by itself.`
          : `Subscribe on ${siteName} with the code ${code}.`,
      type: 'website',
      picture: row ? portraitOf(row) : null,
      data: null,
      isUnlisted: true,
    }
  },
}
