import { v7 } from 'uuid'
import type { App } from '../app.ts'
import { Comment } from '../domains/community/comments/entity.ts'
import type { User } from '../domains/people/accounts/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import { randomOf } from './art/random.ts'

/** Nobody has written below what has only just come out. */
const HOUR_MS = 3_600_000

const said: readonly [string, ...string[]] = [
  'This made my morning.',
  'The light in this one is unreal.',
  'How long did this take you?',
  'I have been waiting for this since you first mentioned it.',
  'Showed it to my sister and now she follows you too.',
  'More of this, please!',
  'I tried it at home. Mine looks nothing like it, but I had fun.',
  'Could you share what you used for this?',
  'Saved. I keep coming back to it.',
  'I like how calm this is.',
  'The detail! I had to look twice.',
  'Is there going to be a second part?',
  'You have come so far since last year.',
  'I read this on the train and missed my stop.',
  'Thank you for taking the time to explain it.',
  'Best thing I have seen all week.',
  'What would you do differently next time?',
  'My favourite so far, and that says something.',
]

const answered: readonly [string, ...string[]] = [
  'Thank you! That means a lot.',
  'About two evenings, and one that I threw away.',
  'There is more to come this month.',
  'Good question. I will write about it soon.',
  'Ha, that is the best compliment.',
  'Try it with less than you think. That was the trick for me.',
]

type Thing = { objectType: Comment['objectType']; objectId: string; performerId: string; publishedAt: Date | string }

/** Lets fans write below the newest public posts and assets, and the creators answer some of them; done once. */
export async function seedComments(
  app: App,
  { fans, things: most }: { fans: readonly User[]; things: number },
): Promise<void> {
  if ((await app.orm.em.fork().count(Comment, {})) > 0) return
  await transact(app, null, async (tx) => {
    const things = await tx.em.execute<Thing[]>(NEWEST, [new Date(tx.now.getTime() - HOUR_MS), most])
    for (const [place, thing] of things.entries()) {
      for (const comment of planComments(thing, place, { fans, now: tx.now })) tx.em.create(Comment, comment)
    }
    await tx.em.flush()
    await tx.em.execute(TOTALS)
  })
}

function planComments(thing: Thing, place: number, { fans, now }: { fans: readonly User[]; now: Date }) {
  const random = randomOf(`comments on thing ${place}`)
  const published = new Date(thing.publishedAt).getTime()
  const ageMs = now.getTime() - published
  const writers = fans.filter(() => random.chance(0.3)).slice(0, 8)
  return writers.flatMap((fan) => {
    const at = published + random.next() ** 2 * ageMs * 0.9
    const comment = { ...commentOf(thing), authorId: fan.id, text: random.pick(said), createdAt: new Date(at) }
    if (!random.chance(0.35)) return [comment]
    const later = new Date(at + random.in(0.05, 0.95) * (now.getTime() - at))
    const text = random.pick(answered)
    return [comment, { ...commentOf(thing), authorId: thing.performerId, parentId: comment.id, text, createdAt: later }]
  })
}

function commentOf({ objectType, objectId, performerId }: Omit<Thing, 'publishedAt'>) {
  const parentId: string | null = null
  return { ...{ id: v7(), objectType, objectId, performerId, parentId, mentions: [] as string[] }, editedAt: null }
}

const NEWEST = `select * from (
    select 'feed' as "objectType", id as "objectId", performer_id as "performerId", published_at as "publishedAt"
    from post where access = 'public' and status = 'published'
    union all
    select kind, id, performer_id, published_at from asset
    where kind in ('gallery', 'video', 'product') and access = 'public' and status = 'active' and published_at is not null
  ) as thing where "publishedAt" < ?::timestamptz order by "publishedAt" desc, "objectId" limit ?`

const TOTALS = `insert into content_total (object_id, comments)
  select object_id, count(*) from comment group by object_id
  on conflict (object_id) do update set comments = excluded.comments`
