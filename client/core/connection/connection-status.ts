/** How the line stands. `offline`: the device has no network; `unreachable`: it has one, and the server does not answer. */
export type Line = 'up' | 'offline' | 'unreachable'
