import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen, within } from '@testing-library/react'
import type { BoundFunctions, queries } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { commentLane } from '@vesper/sync/vesper/mutations/comments.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import type { Comment, OwnComment } from '@vesper/sync/vesper/records/comment.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { ConnectionError } from '../../../core/api/api.ts'
import { browserOnlineChanged } from '../../../core/connection/model.ts'
import { $session } from '../../../core/session/model.ts'
import type { Session } from '../../../core/session/model.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { useCountNow } from '../../../entities/content/use-count-now.ts'
import { Comments } from '../comments.tsx'

type Query = { current?: number; parentId?: string; sortBy?: string }

/** A server with the comments on one thing, as `callApi` asks it. */
export class FakeServer {
  comments: Comment[] = []
  pageSize = 25
  isReachable = true
  /** Answers wait for it. */
  gate: Promise<void> = Promise.resolve()
  failure: Error | null = null
  asked = 0

  readonly answer = async ({ query = {} }: { query?: Query }): Promise<unknown> => {
    this.asked += 1
    await this.gate
    if (!this.isReachable) throw new ConnectionError()
    if (this.failure) throw this.failure
    const { current = 1, parentId = null } = query
    const all = this.comments.filter((comment) => comment.parentId === parentId)
    const sorted = parentId === null ? all.toReversed() : all
    return { data: sorted.slice((current - 1) * this.pageSize, current * this.pageSize), total: all.length }
  }
}

const owner = { _id: v7(), name: 'Mara', username: 'mara', avatar: null, isPerformer: true }
export const other = { _id: v7(), name: 'Bea', username: 'bea', avatar: null, isPerformer: false }

let second = 0

export function comment(given: Partial<Comment> & { objectId: string }): Comment {
  second += 1
  return {
    ...{ _id: v7(), objectType: 'feed' as const, parentId: null, text: 'A comment', mentions: [], file: null },
    ...{ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(), editedAt: null },
    ...{ author: other, likes: 0, replies: 0, isDeleted: false, ...given },
  }
}

type Shown = {
  account?: string | null
  objectId: string
  ownerId?: string
  isOnline?: boolean
  /** The server's count of the comments, which is shown with the own part. */
  counted?: number
}

/** Shows the comments below a thing to an account; to a visitor for null. */
export async function showComments(shown: Shown) {
  const { account = null, objectId, ownerId = owner._id, isOnline = true, counted = 0 } = shown
  const user = { ...other, _id: account ?? '', name: 'Ada', username: 'ada' }
  const session = { state: 'signed-in', token: 't', remember: true, user } as unknown as Session
  const scope = fork({ values: account ? [[$session, session]] : [] })
  if (!isOnline) await allSettled(browserOnlineChanged, { scope, params: false })
  const view = render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <Comments objectType="feed" objectId={objectId} ownerId={ownerId} path="/posts/p" counted={counted} />
        <Count of={`comments ${objectId}`} counted={counted} />
      </I18nProvider>
    </Provider>,
  )
  return { ...view, scope }
}

function Count({ of, counted }: { of: string; counted: number }) {
  return <output aria-label="Count">{useCountNow(of, counted)}</output>
}

/** The comments of one author. */
export async function commentBy(name: string): Promise<BoundFunctions<typeof queries>> {
  return within(await screen.findByRole('article', { name: `Comment by ${name}` }))
}

/** Queues a comment that the engine has not tried to send. */
export async function queueUntried({ db, inside }: Sync, written: Comment): Promise<void> {
  const { _id, objectType, objectId, parentId, text, mentions, file, createdAt, editedAt } = written
  const authorId = inside.replica.account
  const row: OwnComment = { _id, objectType, objectId, parentId, text, mentions, file, createdAt, editedAt, authorId }
  const record = {
    ...{
      id: v7(),
      name: 'comment.add',
      lane: commentLane(objectId),
      args: { _id, objectType, objectId, parentId, text },
    },
    ...{ owner: authorId, schema: SCHEMA_VERSION, queuedAt: createdAt, state: 'waiting' as const, attempts: 0 },
    rejection: null,
  }
  await db.transaction('rw', [db.outbox, db['own-comments'], db.base], async () => {
    await db.outbox.add(record as OutboxRecord)
    await db['own-comments'].put(row)
    await db.base.put({ collection: 'own-comments', id: _id, row: null })
  })
}

/** The server refuses the newest queued mutation. */
export async function refuseLast({ db }: Sync, message: string): Promise<void> {
  const last = await db.outbox.orderBy('order').last()
  if (!last) throw new Error('nothing is queued')
  await db.transaction('rw', [db.outbox, db['own-comments']], async () => {
    await db.outbox.put({ ...last, state: 'rejected', rejection: { kind: 'not-found', message } })
    await db['own-comments'].delete((last.args as { _id: string })._id)
  })
}

/** The server has all that was queued. */
export async function confirmAll({ db }: Sync, changes: Partial<OwnComment> = {}): Promise<void> {
  await db.transaction('rw', [db.outbox, db['own-comments']], async () => {
    await db.outbox.clear()
    const own = await db['own-comments'].toArray()
    await db['own-comments'].bulkPut(own.map((row) => ({ ...row, ...changes })))
  })
}
