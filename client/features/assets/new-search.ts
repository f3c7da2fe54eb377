/** True in the address of an editor that begins something: nothing with its id is on the server yet. */
export type NewSearch = { new?: true }

/** Reads the query of an editor's address. */
export function readNewSearch(search: Record<string, unknown>): NewSearch {
  return search['new'] === true ? { new: true } : {}
}
