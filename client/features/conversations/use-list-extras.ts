import { useLiveQuery } from 'dexie-react-hooks'
import { useSync } from '../../with-sync.tsx'

const PREFIX = 'message:'

export type ListExtras = {
  /** Ids of own messages that are not on the server yet. */
  waiting: ReadonlySet<string>
  /** Conversations in which a message was refused. */
  failed: ReadonlySet<string>
  /** By conversation: the text that is being written there. */
  drafts: ReadonlyMap<string, string>
}

const none: ListExtras = { waiting: new Set(), failed: new Set(), drafts: new Map() }

/** What a list of conversations shows beside the conversations themselves. */
export function useListExtras(): ListExtras {
  const { db } = useSync()
  return (
    useLiveQuery(async () => {
      const [records, drafts] = await Promise.all([
        db.outbox.toArray(),
        db.drafts.where('key').startsWith(PREFIX).toArray(),
      ])
      const sends = records.filter(({ name }) => name === 'message.send')
      return {
        waiting: new Set(sends.filter(({ state }) => state !== 'rejected').map(({ args }) => argsOf(args)._id)),
        failed: new Set(
          sends.filter(({ state }) => state === 'rejected').map(({ args }) => argsOf(args).conversationId),
        ),
        drafts: new Map(drafts.map(({ key, text }) => [key.slice(PREFIX.length), text.trim()] as const)),
      }
    }, [db]) ?? none
  )
}

/** The engine has checked the arguments when it queued them. */
function argsOf(args: unknown): { _id: string; conversationId: string } {
  return args as { _id: string; conversationId: string }
}
