import type { App } from '../../app.ts'
import { setReaction } from '../../domains/community/reactions/commands.ts'
import { Post } from '../../domains/content/posts/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'

/** Every fan likes some of the latest public posts, and fan1 keeps two to find again. */
export async function seedReactions(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  const latest = { orderBy: { publishedAt: 'desc', id: 'desc' }, limit: 6 } as const
  const posts = await app.orm.em.fork().find(Post, { access: 'public', status: 'published' }, latest)
  for (const [n, username] of ['fan1', 'fan2', 'fan3'].entries()) {
    const fan = must(accounts.get(username))
    await transact(app, actingAs(fan), async (tx) => {
      for (const { id } of posts.filter((_, index) => index % (n + 1) === 0 && index > 0)) {
        await setReaction(tx, { objectId: id, objectType: 'feed', action: 'like', on: true })
      }
      if (username !== 'fan1') return
      for (const { id } of posts.slice(1, 3)) {
        await setReaction(tx, { objectId: id, objectType: 'feed', action: 'bookmark', on: true })
      }
    })
  }
}
