/**
 * Of what the server has for the account: it was all `here`, so that what is not here is nowhere; or it is `coming`; or it is
 * `away` for now, without a line or a session, and nothing can be said of what is not here.
 */
export type Contents = 'here' | 'coming' | 'away'
