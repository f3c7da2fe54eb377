import { onSocket } from '../../core/live/socket.ts'
import { signedInUser } from '../../core/session/session.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'

/** Tells, wherever one is in the app, of a request for a private show and of its acceptance, from now on. */
export function announceShows(openPath: (path: string) => void): void {
  onSocket('show:state', (show) => {
    const account = signedInUser()?._id
    const isAsked = show.status === 'requested' && show.performer._id === account
    const isAccepted = show.status === 'accepted' && show.kind === 'private' && show.fan._id === account
    if (!isAsked && !isAccepted) return
    void importWithRetry(() => import('../../features/live/shows/announce-show.ts')).then(({ announceShow }) =>
      announceShow(show, openPath),
    )
  })
}
