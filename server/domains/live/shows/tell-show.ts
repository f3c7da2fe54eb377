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
  const [view] = show ? await showViews(app, em, [show]) : []
  if (!view) return
  for (const { _id } of [view.performer, view.fan]) app.live.toUser(_id, 'show:state', view)
}
