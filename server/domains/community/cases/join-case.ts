import { LockMode } from '@mikro-orm/postgresql'
import type { caseSources } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportCategory, ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { wellFormed } from '@vesper/sync/vesper/records/visible-text.ts'
import { v7 } from 'uuid'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Case } from './entity.ts'
import { lastUrgency, mayWaitLast, moreUrgent, urgencyOf } from './urgency.ts'

const PREVIEW_MAX = 200

type About = {
  objectType: ReportTarget
  objectId: string
  targetUserId: string
  source: (typeof caseSources)[number]
  category: ReportCategory | null
  text: string
  /** It waits until all others are answered, where its category may. */
  isLast?: boolean
}

/**
 * The case of a thing that is not closed, under its lock; opens one where there is none. The more urgent of its reports
 * decides when it is due.
 */
export async function joinCase(tx: Tx, about: About): Promise<Case> {
  const { objectType, objectId, targetUserId, source, category, text } = about
  // Two first reports at once: the second joins the case of the first.
  await lock(tx, 'case', objectId)
  const isLast = about.isLast === true && mayWaitLast(category)
  const urgency = isLast ? lastUrgency(tx.now) : urgencyOf(category, tx.now)
  const open = { objectType, objectId, state: { $ne: 'closed' as const } }
  const known = await tx.em.findOne(Case, open, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (known) {
    Object.assign(known, moreUrgent(known, urgency))
    if (!known.sources.includes(source)) known.sources = [...known.sources, source]
    // A decided case has something new to decide.
    if (source === 'report' && known.state === 'decided') known.state = 'open'
    return known
  }
  const opened = tx.em.create(Case, {
    ...{
      id: v7(),
      objectType,
      objectId,
      targetUserId,
      sources: [source],
      preview: wellFormed(text.slice(0, PREVIEW_MAX)),
    },
    ...{
      ...urgency,
      state: 'open',
      claimedBy: null,
      claimUntil: null,
      alarmedAt: null,
      version: 0,
      createdAt: tx.now,
      closedAt: null,
    },
  })
  await tx.em.flush()
  return opened
}
