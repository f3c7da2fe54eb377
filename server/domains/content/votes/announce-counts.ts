import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import type { PageRoom } from '../../../infra/live/page-rooms.ts'
import { Post } from '../posts/entity.ts'
import { pollCountsOf } from '../posts/poll-counts.ts'
import { isPollClosed } from '../posts/poll.ts'
import { postAccess } from '../posts/viewed-post.ts'

/** So long votes of one poll are gathered, in milliseconds. */
const GATHER_MS = 1_000

const TYPE = 'poll'

/** Pages that show the counts of a poll: those of its author, of voters, and of everybody once it has ended. */
export const pollRoom: PageRoom = {
  type: TYPE,
  async mayJoin({ em }, { id, userId, now }) {
    const post = await em.findOne(Post, { id })
    if (!post?.poll || (await postAccess(em, { userId, now }, post)) !== 'open') return false
    if (post.performerId === userId || isPollClosed(post.poll, now)) return true
    return (await pollCountsOf(em, [id], userId)).get(id)?.hasVoted === true
  },
}

const announcedOf = appState(() => new Set<string>())

/** Tells open pages the counts of a poll, at most once a second. Call it after the commit of a vote. */
export function announceCounts(app: App, postId: string): void {
  const waiting = announcedOf(app)
  if (waiting.has(postId)) return
  waiting.add(postId)
  void announceLater(app, postId)
}

async function announceLater(app: App, postId: string): Promise<void> {
  await delay(GATHER_MS, undefined, { ref: false })
  announcedOf(app).delete(postId)
  try {
    const counts = (await pollCountsOf(app.orm.em.fork(), [postId], null)).get(postId)
    if (!counts) return
    const { votes, voters } = counts
    app.live.toPage({ type: TYPE, id: postId }, 'poll:counts', { postId, votes, voters })
  } catch (error) {
    app.log.warn({ err: error, postId }, 'the counts of a poll could not be told')
  }
}
