import type { App } from '../../app.ts'
import { PollVote } from '../../domains/content/votes/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { must } from '../find-demo-rows.ts'
import { planVotes } from './plan-votes.ts'
import type { World } from './read-world.ts'

const MINUTE_MS = 60_000

/** Lets the fans vote in the polls that they can read; where one of them has a vote, it has been done. */
export async function seedVotes(app: App, { posts }: World, accounts: ReadonlyMap<string, User>): Promise<void> {
  const polls = posts.filter(({ poll }) => poll)
  const ids = polls.map(({ id }) => id)
  if ((await app.orm.em.fork().count(PollVote, { postId: { $in: ids } })) > 0) return
  await transact(app, null, async (tx) => {
    for (const { fan, postId, options, minutesAgo } of planVotes(polls)) {
      const createdAt = new Date(tx.now.getTime() - minutesAgo * MINUTE_MS)
      tx.em.create(PollVote, { userId: must(accounts.get(fan)).id, postId, options, createdAt })
    }
    await tx.em.flush()
    await tx.em.execute(TOTALS, [`{${ids.join()}}`])
  })
}

const TOTALS = `insert into poll_total (post_id, votes, voters)
  select p.id,
    (select jsonb_agg(
        (select count(*) from poll_vote v where v.post_id = p.id and v.options @> to_jsonb(array[o.place - 1]))
        order by o.place)
      from jsonb_array_elements(p.poll -> 'options') with ordinality as o(value, place)),
    (select count(*)::int from poll_vote v where v.post_id = p.id)
  from post p where p.id = any(?::uuid[]) and exists (select 1 from poll_vote v where v.post_id = p.id)`
