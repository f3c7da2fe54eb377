import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { fillTable, idOf } from './fill-table.ts'

/** Rows of each list, of the account and of others; and creators among the other accounts. */
const [ROWS, CREATORS] = [6000, 1500]
/** Rows of lists that nobody has thousands of. An account has 750 assets of each kind. */
const SOME = 900

const AT = `now() - n * interval '1 minute'`
const person = (number: string) => idOf(1, number)
const OTHER = person(`1 + n % ${ROWS}`)
const CREATOR = person(`1 + n % ${CREATORS}`)
const dates = { created_at: AT, updated_at: `now() - n * 7 % 9973 * interval '1 minute'` }
/** SQL: the account's own in every second row, and somebody else's in the others. */
const mine = (me: string, other = OTHER) => `case when n % 2 = 0 then '${me}'::uuid else ${other} end`
const theirs = (me: string, other = OTHER) => `case when n % 2 = 0 then ${other} else '${me}'::uuid end`

const DRAFT = JSON.stringify({
  ...{
    text: 'A draft',
    access: 'public',
    price: 0,
    scheduledAt: null,
    expiresAt: null,
    poll: null,
    fileIds: [],
    tags: [],
  },
  ...{ isPinned: false, thumbnailId: null, teaserId: null },
})

/** The ids that rows of the table of lists name. */
export type World = { me: string; conversation: string; post: string; list: string }

/**
 * Writes 6,000 rows into each list of the creator `me`, who is a fan of others as well, and as many of other accounts. Lists of
 * things that an account has few of stay as they are.
 */
export async function fillLists(em: SqlEntityManager, me: string): Promise<World> {
  await people(em, me)
  await money(em, me)
  await content(em, me)
  await talk(em, me)
  const fill = filler(em)
  await fill('mutation_ledger', 2 * ROWS, {
    ...{ account_id: mine(me), outcome: `'{"status":"applied"}'`, created_at: AT },
  })
  await fill('search_keyword', ROWS, {
    keyword: `'word ' || n % 300`,
    day: `current_date - n % 30`,
    searcher: `md5(n::text)`,
  })
  await em.execute('analyze')
  const ids = await em.execute<World[]>(
    `select '${me}' as me, ${idOf(2, 2)} as conversation, ${idOf(3, 2)} as post, gen_random_uuid() as list`,
  )
  const [world] = ids
  if (!world) throw new Error('The database gave no ids.')
  return world
}

function filler(em: SqlEntityManager) {
  return (table: string, count: number, values: { readonly [column: string]: string }) =>
    fillTable(em, table, { count, values })
}

async function people(em: SqlEntityManager, me: string): Promise<void> {
  const fill = filler(em)
  await fill('user', ROWS, {
    ...{ id: person('n'), username: `'person_' || n`, name: `'Person ' || left(md5(n::text), 6)`, ...dates },
    ...{ status: `'active'`, email_verified_at: 'now()', is_performer: `n <= ${CREATORS}` },
  })
  await fill('performer', CREATORS, {
    ...{ user_id: person('n'), country: `'SE'`, verification: `'approved'`, score: 'n * 7 % 997', ...dates },
  })
  await fill('follow', ROWS, { follower_id: person('n'), performer_id: `'${me}'`, created_at: AT })
  await fill('follow', CREATORS / 2, { follower_id: `'${me}'`, performer_id: person('n'), created_at: AT })
  await fill('block', CREATORS, { performer_id: `'${me}'`, user_id: person(`n + ${CREATORS}`), created_at: AT })
  await fill('notification', 2 * ROWS, {
    ...{ user_id: mine(me), seq: 'n', kind: `'follow'`, object_type: `'performer'`, ...dates },
  })
  await fill('membership', CREATORS, {
    ...{
      user_id: person('n'),
      performer_id: `'${me}'`,
      kind: `'trial'`,
      access_until: `now() + n * interval '1 hour'`,
    },
  })
}

async function money(em: SqlEntityManager, me: string): Promise<void> {
  const fill = filler(em)
  await fill('charge', 4 * ROWS, {
    ...{ fan_id: mine(me), performer_id: theirs(me, CREATOR), type: `'tip'`, token_cents: '5', created_at: AT },
    ...{ share: 'n * 7 % 997', available_at: `now() - n * 11 % 9973 * interval '1 minute'` },
  })
  await fill('payment_order', 2 * ROWS, {
    ...{ user_id: mine(me), kind: `'top-up'`, status: `'paid'`, currency: `'EUR'`, created_at: AT },
    ...{ terms: `'{"packageId":"x","tokens":1,"bonus":0,"tokenCents":5}'`, id: idOf(5, 'n') },
  })
  await fill('order', 2 * ROWS, {
    ...{ id: idOf(4, 'n'), number: `lpad(n::text, 8, '0')`, buyer_id: mine(me), performer_id: theirs(me, CREATOR) },
    ...{ type: `'digital'`, fulfilment: `'completed'`, tokens: 'n * 7 % 997', ...dates },
  })
  await fill('order_line', 2 * ROWS, { order_id: idOf(4, 'n'), unit_price: '1', quantity: '1' })
  await fill('subscription', 2 * ROWS, {
    ...{ user_id: `case when n % 16 = 0 then '${me}'::uuid else ${OTHER} end`, type: `'monthly'`, currency: `'EUR'` },
    performer_id: `case when n % 16 = 0 then ${CREATOR} else '${me}'::uuid end`,
    ...{
      status: `'ended'`,
      ended_at: 'now()',
      months: '1',
      paid_through: `now() - n * 11 % 9973 * interval '1 minute'`,
    },
    ...dates,
  })
  await fill('payout', SOME, {
    ...{ performer_id: mine(me, CREATOR), status: `'paid'`, currency: `'EUR'`, amount: '1 + n * 7 % 997', ...dates },
    ...{ method: `'bank'`, timeline: `'[]'` },
  })
}

async function content(em: SqlEntityManager, me: string): Promise<void> {
  const fill = filler(em)
  await fill('post', 2 * ROWS, {
    ...{ id: idOf(3, 'n'), performer_id: mine(me, CREATOR), seq: 'n', status: `'published'`, access: `'public'` },
    ...{ text: `'A post'`, published_at: AT, scheduled_at: dates.updated_at, ...dates },
  })
  const kinds = ['gallery', 'photo', 'video', 'product']
  for (const [index, kind] of kinds.entries()) {
    await fill('asset', ROWS, {
      ...{ id: idOf(6 + index, 'n'), kind: `'${kind}'`, status: `'active'` },
      performer_id: `case when n % 8 = 0 then '${me}'::uuid else ${CREATOR} end`,
      ...{ title: `md5(n::text)`, slug: `'${kind}-' || n`, published_at: AT, popularity: 'n * 7 % 997', ...dates },
      ...{ price: 'n * 11 % 997', position: 'n' },
    })
    await fill('reaction', ROWS, bookmark(me, kind, idOf(6 + index, 'n')))
  }
  await fill('reaction', ROWS, bookmark(me, 'feed', idOf(3, 'n')))
  await fill('reaction', CREATORS, bookmark(me, 'performer', person('n')))
  await fill('comment', 2 * ROWS, {
    ...{ object_type: `'feed'`, object_id: `case when n % 2 = 0 then ${idOf(3, 2)} else ${idOf(3, 'n')} end` },
    ...{ performer_id: `'${me}'`, author_id: OTHER, text: `'A comment'`, created_at: AT },
  })
  await fill('post_draft', SOME, { owner_id: mine(me), content: `'${DRAFT}'`, kept: `'[]'`, ...dates })
  await fill('file', ROWS, {
    ...{ owner_id: mine(me), purpose: `'feed-photo'`, type: `'photo'`, status: `'ready'`, mime_type: `'image/jpeg'` },
    ...{ size: 'n * 7 % 997', hash: 'md5(n::text)', created_at: AT },
  })
}

/** The values of bookmarks of `me`. */
function bookmark(me: string, kind: string, object: string) {
  return { user_id: `'${me}'`, object_type: `'${kind}'`, object_id: object, action: `'bookmark'`, created_at: AT }
}

async function talk(em: SqlEntityManager, me: string): Promise<void> {
  const fill = filler(em)
  const conversation = idOf(2, 'n')
  await fill('conversation', ROWS, { id: conversation, last_seq: '1', last_message_id: conversation, ...dates })
  await fill('conversation_member', ROWS, { conversation_id: conversation, user_id: `'${me}'`, created_at: AT })
  await fill('conversation_member', ROWS, { conversation_id: conversation, user_id: person('n'), created_at: AT })
  await fill('message', ROWS, { id: conversation, conversation_id: conversation, sender_id: person('n'), seq: '1' })
  await fill('message', ROWS, { conversation_id: idOf(2, 2), sender_id: person('2'), seq: '1 + n' })
  await fill('broadcast', ROWS, {
    ...{ performer_id: mine(me), state: `'sent'`, include: `'[]'`, exclude: `'[]'`, file_ids: `'[]'`, ...dates },
  })
  await fill('show', SOME, {
    ...{ fan_id: mine(me), performer_id: theirs(me, CREATOR), kind: `'private'`, status: `'ended'`, ...dates },
  })
}
