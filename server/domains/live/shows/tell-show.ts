import type { App } from '../../../app.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Show } from './entity.ts'
import { showViews } from './views.ts'

/** Tells both sides of a show how it is, once the transaction has committed. */
export function tellShowAfter(tx: Tx, { id }: Pick<Show, 'id'>): void {
  tx.afterCommit(() => tellShow(tx.app, id))
}

/** Tells each socket of both sides of a show how it is now. */
export async function tellShow(app: App, id: string): Promise<void> {
  const em = app.orm.em.fork()
  const show = await em.findOne(Show, { id })
  if (!show) return
  for (const viewerId of [show.performerId, show.fanId]) {
    const [view] = await showViews(app, em, { viewerId, shows: [show] })
    if (view) app.live.toUser(viewerId, 'show:state', view)
  }
}
