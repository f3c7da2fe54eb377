/** By conversation, those of them that there are: the ids of its two members. */
export type MemberLookup = (conversations: readonly string[]) => Promise<ReadonlyMap<string, string[]>>

/** Reads who is in a conversation, which never changes, and remembers it of the `max` that were read last. */
export function createMemberCache(
  read: (conversations: readonly string[]) => Promise<{ id: string; userIds: string[] }[]>,
  max: number,
): MemberLookup {
  const remembered = new Map<string, string[]>()
  return async (conversations) => {
    // Held on to from here: what is remembered next may take the place of any of these.
    const found = new Map<string, string[]>()
    for (const id of conversations) {
      const userIds = remembered.get(id)
      if (userIds) found.set(id, userIds)
    }
    const unknown = conversations.filter((id) => !found.has(id))
    for (const { id, userIds } of unknown.length > 0 ? await read(unknown) : []) {
      remembered.set(id, userIds)
      found.set(id, userIds)
    }
    // A map is in the order in which it was filled.
    for (const id of remembered.keys()) {
      if (remembered.size <= max) break
      remembered.delete(id)
    }
    return found
  }
}
