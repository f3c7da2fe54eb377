import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { caseNumberOf } from '@vesper/sync/vesper/api/cases.ts'
import type { VisitorReport } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import type * as v from 'valibot'
import type { Tx } from '../../../infra/database/transaction.ts'
import { openReport } from './reports/commands.ts'
import { Report } from './reports/entity.ts'

const KINDS: Readonly<Record<string, ReportTarget>> = {
  ...{ posts: 'feed', galleries: 'gallery', videos: 'video', products: 'product', live: 'stream' },
}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Somebody without an account reports the thing of a page, by its address; gives the number of the case. The same `_id`
 * again is the same report. Refuses as `not-found` another address, and a thing that a visitor does not see.
 */
export async function takeVisitorReport(
  tx: Tx,
  form: v.InferOutput<typeof VisitorReport>,
  country: string | null,
): Promise<string> {
  const { _id, url, category, text, email } = form
  const same = await tx.em.findOne(Report, { id: _id })
  if (same && same.reporterEmail !== email) throw new Refusal('conflict', 'This id belongs to another report.')
  if (same?.caseId != null) return caseNumberOf(same.caseId)
  const named = await thingAt(tx, url)
  const thing = named && tx.app.domains.things.get(named.type)
  const row = named && (await thing?.find(tx, named.id))
  const snapshot = row && (await thing?.snapshot?.(tx, { userId: null, country, now: tx.now }, row))
  if (!named || !thing || !row || !snapshot)
    throw new Refusal('not-found', 'There is no such page here, or a visitor does not see it.', [
      { path: 'url', message: 'Paste the address of the page.' },
    ])
  const about = { _id, objectType: named.type, objectId: named.id, category, text }
  const by = { reporterId: null, reporterEmail: email, targetUserId: thing.owner(row), snapshot }
  const { caseId } = await openReport(tx, about, by)
  return caseNumberOf(caseId ?? '')
}

/** The thing of a page of this site, by its id or by the name in its address. */
async function thingAt({ app, em }: Tx, url: string): Promise<{ type: ReportTarget; id: string } | null> {
  const { origin, pathname } = new URL(url)
  const [first = '', second = ''] = pathname.split('/').filter(Boolean).map(decoded)
  if (origin !== new URL(app.config.publicUrl).origin || first === '') return null
  const type = KINDS[first]
  if (type !== undefined && UUID.test(second)) return { type, id: second.toLowerCase() }
  const isAsset = type !== undefined && type !== 'feed' && type !== 'stream'
  const [sql, params] = isAsset
    ? ['select id from asset where kind = ? and slug = ?', [type, second]]
    : ['select id from "user" where is_performer and (username = lower(?) or id::text = lower(?))', [first, first]]
  if (type !== undefined && !isAsset) return null
  const [found] = await em.execute<{ id: string }[]>(sql, params)
  return found ? { type: type ?? 'performer', id: found.id } : null
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('\0', '')
  } catch {
    return ''
  }
}
