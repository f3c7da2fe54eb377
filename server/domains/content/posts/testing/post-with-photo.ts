import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace, upload } from '../../../../infra/files/testing/media-server.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { publishPost } from '../commands.ts'
import type { PublishPost } from '../commands.ts'

type Given = Partial<Pick<PublishPost, 'access' | 'price' | 'scheduledAt'>> & { text: string }

/** Publishes a post with a photo and a thumbnail whose bytes are stored. */
export async function postWithPhoto(
  server: TestServer,
  by: Person,
  { text, access = 'public', price = 0, scheduledAt = null }: Given,
): Promise<{ postId: string; fileId: string; thumbnailId: string }> {
  const bytes = await jpegWithPlace()
  const send = async () => (await upload(server, '/messages/private/file', { token: by.token, bytes })).body._id
  const [fileId, thumbnailId] = [await send(), await send()]
  const post = { _id: v7(), text, access, price, scheduledAt, poll: null, fileIds: [fileId], thumbnailId }
  await transact(server.app, by.actor, (tx) => publishPost(tx, post))
  return { postId: post._id, fileId, thumbnailId }
}
