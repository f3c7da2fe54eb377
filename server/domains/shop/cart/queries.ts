import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { SellerKind } from '@vesper/sync/vesper/records/seller-kind.ts'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import type { Product } from '../../content/products/entity.ts'
import type { ProductRow } from '../../content/products/queries.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import type { CartLine } from './entity.ts'

/** A line with its product as it is, as SQL gives them. The time is PostgreSQL's text. */
export type CartRow = Pick<CartLine, 'userId' | 'quantity' | 'priceSeen'> &
  ProductRow & { status: Product['status']; performerIsOpen: boolean; sellerKind: SellerKind | null }

/** The lines of a user's cart; with `productIds`, those among them. */
export function cartRows(em: SqlEntityManager, userId: string, productIds?: readonly string[]): Promise<CartRow[]> {
  return em.execute(
    `select l.user_id as "userId", l.product_id as "productId", l.quantity, l.price_seen as "priceSeen",
       l.updated_at as "updatedAt", p.title as name, p.type, p.price, p.stock, p.status,
       p.limit_per_buyer as "limitPerBuyer", p.ships_to as "shipsTo", p.shipping_price as "shippingPrice", p.cover_file_id as picture,
       u.id as "performerId", u.name as "performerName", u.username as "performerUsername",
       u.avatar_file_id as "performerAvatar", f.seller_kind as "sellerKind",
       (${openToOthers('u')} and ${notBlockedFor('l.user_id', 'u.id')}) as "performerIsOpen"
     from cart_line l join asset p on p.id = l.product_id ${joinAccount('u', 'p.performer_id')}
       left join performer f on f.user_id = u.id
     where l.user_id = ?${productIds ? ' and l.product_id = any(?::uuid[])' : ''}`,
    [userId, ...(productIds ? [`{${productIds.join()}}`] : [])],
  )
}
