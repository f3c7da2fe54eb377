import { POST_FILES_MAX } from '@vesper/sync/vesper/records/post.ts'
import type { HeldFiles, TakenFiles } from '../../../content/attachments.ts'
import { filesOf, takeFiles } from '../../../content/attachments.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FileHolder, FileRole } from '../../../infra/files/attachment.ts'
import type { File } from '../../../infra/files/entity.ts'
import { libraryPurposes, teaserPurposes } from '../../../infra/files/uploads/purposes.ts'
import { Post } from './entity.ts'
import { publishDuePosts } from './publish-due.ts'
import { filesViewableOf } from './viewed-post.ts'

const texts = {
  missing: 'A file of this post is not here. Add it again.',
  taken: 'A file of this post was used already. Add it again.',
  failed: 'A file of this post could not be read. Remove it or add another.',
}

/** The photos, videos and sounds of a post. It goes out when all of them are ready. */
export const postFiles: TakenFiles = {
  type: 'post',
  fromLibrary: libraryPurposes,
  max: POST_FILES_MAX,
  kinds: ['photo', 'video', 'audio'],
  unready: ['photo', 'video', 'audio'],
  field: (index) => `fileIds.${index}`,
  texts,
}

const thumbnail: TakenFiles = {
  ...{ type: 'post', role: 'thumbnail', fromLibrary: libraryPurposes },
  ...{ kinds: ['photo'], unready: ['photo'], field: () => 'thumbnailId' },
  texts: { ...texts, kind: 'The thumbnail of a post is a photo.' },
}

const teaser: TakenFiles = {
  ...{ type: 'post', role: 'teaser', purposes: [], fromLibrary: teaserPurposes },
  ...{ kinds: ['video'], unready: ['video'], field: () => 'teaserId' },
  texts: { ...texts, kind: 'The teaser of a post is a video.' },
}

/** Who may see a post sees its thumbnail and teaser; who may read it sees all of its files. */
export const postHolder: FileHolder = {
  type: 'post',
  viewableOf: filesViewableOf,
  async hiddenOf(em, ids) {
    const posts = await em.find(Post, { id: { $in: [...ids] }, status: 'hidden' })
    return posts.map(({ id }) => ({ id, by: id }))
  },
  fileCompleted: (tx) => tx.afterCommit(() => tx.app.jobs.wake(publishDuePosts)),
}

/** The files that a post names, by their places. */
export type PostFiles = {
  fileIds: readonly string[]
  thumbnailId?: string | null | undefined
  teaserId?: string | null | undefined
}

/** Attaches the actor's uploads to a new post, as `takeFiles` does; gives all of them. */
export async function takePostFiles(
  tx: Tx,
  postId: string,
  { fileIds, thumbnailId, teaserId }: PostFiles,
): Promise<File[]> {
  return [
    ...(await takeFiles(tx, fileIds, { holderId: postId, takes: postFiles })),
    ...(await takeFiles(tx, thumbnailId == null ? [] : [thumbnailId], { holderId: postId, takes: thumbnail })),
    ...(await takeFiles(tx, teaserId == null ? [] : [teaserId], { holderId: postId, takes: teaser })),
  ]
}

/** Changes of the files of a post: a file in another place, and files that go. */
export type FileChanges = Partial<Omit<PostFiles, 'fileIds'>> & { removedFileIds?: readonly string[] | undefined }

/** Changes the files of a post; replaced and removed ones go, as `removeFilesOf` says. Gives those that it then has. */
export async function changePostFiles(tx: Tx, postId: string, changes: FileChanges): Promise<HeldFiles> {
  const held = (await filesOf(tx.em, 'post', [postId])).get(postId) ?? {}
  const removed = changes.removedFileIds ?? []
  const kept = (held.file ?? []).filter(({ id }) => !removed.includes(id))
  const gone = (held.file ?? []).flatMap(({ id }) => (removed.includes(id) ? id : []))
  await removeFilesOf(tx, { type: 'post', id: postId }, gone)
  const placed = {
    thumbnail: await place(tx, postId, { held, takes: thumbnail, fileId: changes.thumbnailId }),
    teaser: await place(tx, postId, { held, takes: teaser, fileId: changes.teaserId }),
  }
  return { ...held, ...placed, file: kept }
}

type Placing = { held: HeldFiles; takes: TakenFiles & { role?: FileRole }; fileId: string | null | undefined }

/** Puts a file into a place that holds one; undefined leaves the place as it is, null empties it. */
async function place(tx: Tx, holderId: string, { held, takes, fileId }: Placing): Promise<HeldFiles['file'] & {}> {
  const present = held[takes.role ?? 'file'] ?? []
  if (fileId === undefined || present.some(({ id }) => id === fileId)) return present
  const gone = present.map(({ id }) => id)
  await removeFilesOf(tx, { type: 'post', id: holderId }, gone)
  return fileId === null ? [] : takeFiles(tx, [fileId], { holderId, takes })
}
