import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PHOTO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { uploadFiles } from '../../../core/api/upload.ts'
import { attachmentProblem } from '../../../core/media/attachment-problem.ts'
import { whileUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { importWithRetry } from '../../../ui/import-with-retry.ts'

/** A photo that waits in the box. `messageId` stays through all attempts: sent twice, it is one message. */
type Photo = { file: File; url: string; messageId: string; fileId: string | null }

/**
 * The photo beside a text of the chat: chosen, shown, uploaded with progress, sent. It stays in the box until the server
 * has the message; a second attempt does not upload it again.
 */
export function useChatPhoto(streamId: string, onSent: (line: StreamMessage) => void) {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const held = useRef<Photo | null>(null)
  const keep = (next: Photo | null) => {
    if (held.current && held.current.url !== next?.url) URL.revokeObjectURL(held.current.url)
    held.current = next
    setPhoto(next)
  }
  useEffect(() => () => void (held.current && URL.revokeObjectURL(held.current.url)), [])
  const choice = useAction(async (chosen: File) => {
    const file = await preparedPhoto(chosen)
    keep({ file, url: URL.createObjectURL(file), messageId: v7(), fileId: null })
  })
  const sending = useAction(async (text: string, replyTo: string | null) => {
    const { current } = held
    if (!current) return
    const fileId = current.fileId ?? (await uploaded(current.file, setProgress).finally(() => setProgress(null)))
    if (held.current === current) keep({ ...current, fileId })
    const body = { _id: current.messageId, text, replyTo, fileId }
    onSent(await callApi({ method: 'POST', path: `/messages/stream/${streamId}`, body, answer: StreamMessage }))
    keep(null)
  })
  const { error } = choice.error === null ? sending : choice
  return {
    photo,
    /** From 0 to 1 while the photo goes up. */
    progress,
    isBusy: choice.busy || sending.busy,
    problem: error === null ? null : errorMessage(error, t`The photo was not sent. It is still here.`),
    choose: (file: File) => void choice.run(file),
    remove: () => keep(null),
    send: async (text: string, replyTo: string | null) => {
      await sending.run(text, replyTo)
      return held.current === null
    },
  }
}

export type ChatPhoto = ReturnType<typeof useChatPhoto>

/** The photo without what tells where and by what it was made. Refuses, in words, a file that cannot be sent. */
async function preparedPhoto(chosen: File): Promise<File> {
  const { prepareFile, withType } = await importWithRetry(async () => {
    const [prepare, sniff] = await Promise.all([
      import('../../../core/media/prepare/prepare-file.ts'),
      import('../../../core/media/sniff-media-type.ts'),
    ])
    return { ...prepare, ...sniff }
  })
  const file = await withType(chosen)
  const megabytes = Math.round(PHOTO_MAX_BYTES / 1024 / 1024)
  switch (attachmentProblem(file, { count: 0, most: 1, kinds: ['photo'] })) {
    case null: {
      const { bytes } = await whileUnsavedWork(prepareFile(file))
      return new File([bytes], file.name || 'photo', { type: bytes.type })
    }
    case 'empty':
      throw new Refusal('invalid', t`This file is empty.`)
    case 'too-large':
      throw new Refusal('too-large', t`This file is too large: up to ${megabytes} MB.`)
    default:
      throw new Refusal('invalid', t`Only photos can be sent here.`)
  }
}

async function uploaded(file: File, onProgress: (share: number) => void): Promise<string> {
  onProgress(0)
  const path = '/messages/public/file/photo'
  const { _id } = await whileUnsavedWork(uploadFiles({ path, files: { file }, answer: FileStatus, onProgress }))
  return _id
}
