import { SentFiles } from '@vesper/sync/vesper/api/files.ts'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { messagesOf, sentFilesPath, sentMarks } from './sent-marks.ts'
import type { SentMark } from './sent-marks.ts'

/** How each file was sent in a conversation; nothing where none is named. */
export function useSentMarks(conversationId: string | undefined): ReadonlyMap<string, SentMark> {
  const sync = useSync()
  const senderId = useUnit($user)?._id ?? ''
  const isAsked = conversationId !== undefined
  const { data } = useKeptAnswer(sentFilesPath(conversationId ?? ''), SentFiles, { isAsked })
  const messages = useLiveQuery(
    () => (conversationId === undefined ? [] : messagesOf(sync, conversationId)),
    [sync, conversationId],
  )
  return useMemo(() => sentMarks(data?.data ?? [], { messages: messages ?? [], senderId }), [data, messages, senderId])
}
