import { POST_FILES_MAX } from '@vesper/sync/vesper/records/post.ts'
import { VIDEO_IN_POST } from '@vesper/sync/vesper/api/post-fields.ts'
import type { TakenFiles } from '../../content/attachments.ts'
import type { FileHolder } from '../../infra/files/attachment.ts'
import { mayReadPost } from './viewed-post.ts'

/** The photos of a post. */
export const postFiles: TakenFiles = {
  type: 'post',
  max: POST_FILES_MAX,
  kinds: ['photo'],
  unready: [],
  field: (index) => `fileIds.${index}`,
  texts: {
    missing: 'A photo of this post is not here. Add it again.',
    taken: 'A photo of this post was used already. Add it again.',
    heldBy: { draft: 'A photo of this post is held by a draft. Remove it there, or add it again.' },
    kind: VIDEO_IN_POST,
    failed: 'A photo of this post could not be read. Remove it or add another.',
    processing: 'A photo of this post is not ready yet. Try again in a moment.',
  },
}

/** An onlooker who may read a post sees its photos. */
export const postHolder: FileHolder = { type: 'post', mayView: mayReadPost }
