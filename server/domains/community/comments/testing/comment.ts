import type { Comment, CommentObject } from '@vesper/sync/vesper/records/comment.ts'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeAsset } from '../../../content/assets/testing/asset.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import type { PublishPost } from '../../../content/posts/commands.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { addComment } from '../commands.ts'

export type Thing = { objectType: CommentObject; objectId: string }

type Server = Pick<TestServer, 'app'>

/** A thing of a creator that is commented on; public unless told. */
export async function makeThing(
  server: Server,
  { id, actor }: Person,
  { objectType = 'feed', access = 'public' }: { objectType?: CommentObject; access?: PublishPost['access'] } = {},
): Promise<Thing> {
  if (objectType !== 'feed') {
    return { objectType, objectId: (await makeAsset(server, id, { kind: objectType, access })).id }
  }
  const price = access === 'paid' ? 5 : 0
  const post = { _id: v7(), text: 'A post', access, price, scheduledAt: null, poll: null, fileIds: [] }
  await transact(server.app, actor, (tx) => publishPost(tx, post))
  return { objectType, objectId: post._id }
}

/** Writes a comment, past REST; answers its id. */
export async function writeComment(
  { app }: Server,
  { actor }: Pick<Person, 'actor'>,
  { text = 'A comment', parentId = null, ...thing }: Thing & { text?: string; parentId?: string | null },
): Promise<string> {
  const args = { _id: v7(), ...thing, parentId, text }
  return (await transact(app, actor, (tx) => addComment(tx, args))).comment.id
}

/** The comments on a thing as somebody reads them. */
export async function readComments(
  server: Pick<TestServer, 'url'>,
  { objectType, objectId, ...query }: Thing & Record<string, string>,
  { token }: { token?: string | undefined } = {},
): Promise<{ status: number; total: number; data: Comment[] }> {
  const search = new URLSearchParams({ objectType, objectId, ...query }).toString()
  const { status, body } = await call(server, `GET /comments?${search}`, { token })
  return { status, total: body['total'] as number, data: body['data'] as Comment[] }
}
