/**
 * The state of the account's rows on this device. `here`: all have arrived, so that a missing row does not exist.
 * `coming`: the first sync is under way. `away`: without a connection or a session, nothing can be said of a missing
 * row.
 */
export type Contents = 'here' | 'coming' | 'away'
