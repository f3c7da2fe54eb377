import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { encodeDocument, encodePhoto, encodePortrait, encodePoster, encodeShared, encodeSizes } from './images.ts'
import type { EncodedImage } from './images.ts'
import type { PictureAnswer, PictureTask } from './picture-task.ts'

// Started by picture-processes.ts, one task at a time.
process.on('message', (task: PictureTask) => {
  void answer(task).then((given) => process.send?.(given))
})
// The server is gone. An ordinary exit would wait for the decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A key press in the terminal reaches this process as well. The server finishes its work, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

async function answer(task: PictureTask): Promise<PictureAnswer> {
  try {
    return { image: await encode(task) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { kind: error.kind, message: error.message } }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

function encode(task: PictureTask): Promise<EncodedImage> {
  if (task.kind === 'photo') return encodePhoto(task.source, task)
  if (task.kind === 'portrait') return encodePortrait(task.source, task.target, task.rendition)
  if (task.kind === 'document') return encodeDocument(task.source, task.target)
  if (task.kind === 'sizes') return encodeSizes(task.source, task.copies)
  if (task.kind === 'share') return encodeShared(task.source, task.target)
  return encodePoster(task.source, task)
}
