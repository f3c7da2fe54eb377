import { content } from './content/domain.ts'
import { blocks } from './domains/community/blocks/domain.ts'
import { cases } from './domains/community/cases/domain.ts'
import { comments } from './domains/community/comments/domain.ts'
import { reactions } from './domains/community/reactions/domain.ts'
import { search } from './domains/community/search/domain.ts'
import { assets } from './domains/content/assets/domain.ts'
import { drafts } from './domains/content/drafts/domain.ts'
import { posts } from './domains/content/posts/domain.ts'
import { products } from './domains/content/products/domain.ts'
import { statistics } from './domains/content/statistics/domain.ts'
import { votes } from './domains/content/votes/domain.ts'
import { bulk } from './domains/desk/bulk/domain.ts'
import { deskContent } from './domains/desk/content/domain.ts'
import { creatorReviews } from './domains/desk/creators/domain.ts'
import { deskJobs } from './domains/desk/jobs/domain.ts'
import { overview } from './domains/desk/overview/domain.ts'
import { users } from './domains/desk/users/domain.ts'
import { chat } from './domains/live/chat/domain.ts'
import { menu } from './domains/live/menu/domain.ts'
import { recordings } from './domains/live/recordings/domain.ts'
import { shows } from './domains/live/shows/domain.ts'
import { streams } from './domains/live/streams/domain.ts'
import { coupons } from './domains/money/coupons/domain.ts'
import { disputes } from './domains/money/disputes/domain.ts'
import { money } from './domains/money/money/domain.ts'
import { offers } from './domains/money/offers/domain.ts'
import { payments } from './domains/money/payments/domain.ts'
import { payouts } from './domains/money/payouts/domain.ts'
import { statements } from './domains/money/statements/domain.ts'
import { subscriptions } from './domains/money/subscriptions/domain.ts'
import { notifications } from './domains/notify/notifications/domain.ts'
import { push } from './domains/notify/push/domain.ts'
import { accounts } from './domains/people/accounts/domain.ts'
import { contact } from './domains/people/contact/domain.ts'
import { factors } from './domains/people/factors/domain.ts'
import { follows } from './domains/people/follows/domain.ts'
import { geo } from './domains/people/geo/domain.ts'
import { grants } from './domains/people/grants/domain.ts'
import { identities } from './domains/people/identities/domain.ts'
import { pauses } from './domains/people/pauses/domain.ts'
import { performers } from './domains/people/performers/domain.ts'
import { preferences } from './domains/people/preferences/domain.ts'
import { staff } from './domains/people/staff/domain.ts'
import { broadcasts } from './domains/reach/broadcasts/domain.ts'
import { calendar } from './domains/reach/calendar/domain.ts'
import { lists } from './domains/reach/lists/domain.ts'
import { addresses } from './domains/shop/addresses/domain.ts'
import { cart } from './domains/shop/cart/domain.ts'
import { orders } from './domains/shop/orders/domain.ts'
import { captcha } from './domains/site/captcha/domain.ts'
import { mails } from './domains/site/mails/domain.ts'
import { pages } from './domains/site/pages/domain.ts'
import { promos } from './domains/site/promos/domain.ts'
import { reference } from './domains/site/reference/domain.ts'
import { settings } from './domains/site/settings/domain.ts'
import { conversations } from './domains/talk/conversations/domain.ts'
import { messages } from './domains/talk/messages/domain.ts'
import { audits } from './infra/audit/domain.ts'
import { keys } from './infra/crypto/domain.ts'
import { files } from './infra/files/domain.ts'
import { limits } from './infra/http/limits/domain.ts'
import { joinDomains } from './infra/join-domains.ts'
import { live } from './infra/live/domain.ts'
import { mail } from './infra/mail/domain.ts'
import { sessions } from './infra/sessions/domain.ts'
import { sync } from './infra/sync/domain.ts'

/** Every domain, in the order of the API's documentation. */
export const domains = joinDomains([
  accounts,
  identities,
  factors,
  preferences,
  performers,
  follows,
  grants,
  pauses,
  assets,
  products,
  reactions,
  settings,
  cases,
  captcha,
  contact,
  blocks,
  geo,
  reference,
  search,
  mails,
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
  disputes,
  coupons,
  subscriptions,
  offers,
  payouts,
  statements,
  streams,
  shows,
  recordings,
  menu,
  chat,
  lists,
  broadcasts,
  calendar,
  deskJobs,
  overview,
  content,
  sync,
  files,
  sessions,
  live,
  mail,
  keys,
  limits,
  audits,
  staff,
  users,
  creatorReviews,
  bulk,
  deskContent,
])
