import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { MESSAGE_FILES_MAX } from '@vesper/sync/vesper/records/message.ts'
import { attachmentProblem } from '../../../core/media/attachment-problem.ts'
import { withType } from '../../../core/media/sniff-media-type.ts'
import { problemText } from '../../../features/messages/files/attach-file.ts'

/** A file with its true type. Refuses one that cannot be added to a message that has `count` files. */
export async function attachableOf(chosen: File, count: number): Promise<File> {
  const file = await withType(chosen)
  const problem = attachmentProblem(file, { count, most: MESSAGE_FILES_MAX, kinds: ['photo', 'video', 'audio'] })
  if (problem !== null) throw new Refusal('invalid', problemText(problem))
  return file
}
