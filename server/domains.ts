import { accounts } from './domains/accounts/domain.ts'
import { addresses } from './domains/addresses/domain.ts'
import { assets } from './domains/assets/domain.ts'
import { blocks } from './domains/blocks/domain.ts'
import { captcha } from './domains/captcha/domain.ts'
import { cart } from './domains/cart/domain.ts'
import { contact } from './domains/contact/domain.ts'
import { comments } from './domains/comments/domain.ts'
import { conversations } from './domains/conversations/domain.ts'
import { coupons } from './domains/coupons/domain.ts'
import { drafts } from './domains/drafts/domain.ts'
import { follows } from './domains/follows/domain.ts'
import { geo } from './domains/geo/domain.ts'
import { grants } from './domains/grants/domain.ts'
import { identities } from './domains/identities/domain.ts'
import { messages } from './domains/messages/domain.ts'
import { money } from './domains/money/domain.ts'
import { notifications } from './domains/notifications/domain.ts'
import { orders } from './domains/orders/domain.ts'
import { payments } from './domains/payments/domain.ts'
import { payouts } from './domains/payouts/domain.ts'
import { performers } from './domains/performers/domain.ts'
import { posts } from './domains/posts/domain.ts'
import { preferences } from './domains/preferences/domain.ts'
import { products } from './domains/products/domain.ts'
import { push } from './domains/push/domain.ts'
import { reactions } from './domains/reactions/domain.ts'
import { reference } from './domains/reference/domain.ts'
import { reports } from './domains/reports/domain.ts'
import { pages } from './domains/pages/domain.ts'
import { promos } from './domains/promos/domain.ts'
import { search } from './domains/search/domain.ts'
import { subscriptions } from './domains/subscriptions/domain.ts'
import { statistics } from './domains/statistics/domain.ts'
import { votes } from './domains/votes/domain.ts'
import { settings } from './domains/settings/domain.ts'
import { joinDomains } from './infra/domain.ts'
import { audits } from './infra/audit/domain.ts'
import { files } from './infra/files/domain.ts'
import { limits } from './infra/http/limits/domain.ts'
import { live } from './infra/live/domain.ts'
import { mail } from './infra/mail/domain.ts'
import { sessions } from './infra/sessions/domain.ts'
import { sync } from './infra/sync/domain.ts'

/** Every domain, in the order of the API's documentation. */
export const domains = joinDomains([
  accounts,
  identities,
  preferences,
  performers,
  follows,
  grants,
  assets,
  products,
  reactions,
  settings,
  reports,
  captcha,
  contact,
  blocks,
  geo,
  reference,
  search,
  pages,
  promos,
  cart,
  addresses,
  orders,
  conversations,
  messages,
  posts,
  drafts,
  votes,
  notifications,
  comments,
  push,
  statistics,
  money,
  payments,
  coupons,
  subscriptions,
  payouts,
  sync,
  files,
  sessions,
  live,
  mail,
  limits,
  audits,
])
