import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

const PREFIX = 'message:'

export type ListBadges = {
  /** Ids of own messages that are not on the server yet. */
  waiting: ReadonlySet<string>
  /** Conversations in which a message was refused. */
  failed: ReadonlySet<string>
  /** By conversation: the text that is being written there. */
  drafts: ReadonlyMap<string, string>
}

const noneUnsent: Omit<ListBadges, 'drafts'> = { waiting: new Set(), failed: new Set() }
const noDrafts: ListBadges['drafts'] = new Map()

/** Drafts, waiting messages and presence for a list of conversations. */
export function useListBadges(): ListBadges {
  const { db } = useSync()
  // Apart: what is queued changes with each message, and what is being written with each pause.
  const unsent = useLiveQuery(async () => {
    const sends = (await db.outbox.toArray()).filter(({ name }) => name === 'message.send')
    return {
      waiting: new Set(sends.filter(({ state }) => state !== 'rejected').map(({ args }) => argsOf(args)._id)),
      failed: new Set(sends.filter(({ state }) => state === 'rejected').map(({ args }) => argsOf(args).conversationId)),
    }
  }, [db])
  const drafts = useLiveQuery(async () => {
    const held = await db.drafts.where('key').startsWith(PREFIX).toArray()
    return new Map(held.map(({ key, text }) => [key.slice(PREFIX.length), text.trim()] as const))
  }, [db])
  return { ...(unsent ?? noneUnsent), drafts: drafts ?? noDrafts }
}

/** The engine has checked the arguments when it queued them. */
function argsOf(args: unknown): { _id: string; conversationId: string } {
  return args as { _id: string; conversationId: string }
}
