import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { kindsWith, things } from '@vesper/sync/vesper/records/things.ts'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import * as v from 'valibot'
import type { AdminCommands, AdminInput } from '../../../../admin.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { oneLine } from '../../../../infra/one-line.ts'
import { hide, restore } from '../operator-decision.ts'
import { dismissReport } from './commands.ts'

type OpenReport = {
  id: string
  createdAt: string
  objectType: string
  objectId: string
  category: string
  text: string
  reporter: string
  target: string
}

/** The operator's words for the types. */
const WORDS: Record<string, KindWith<'hide'>> = Object.fromEntries(
  kindsWith('hide').map((type) => [things[type].name, type]),
)
const TYPES = Object.keys(WORDS).join(', ')

export const reportCommands: AdminCommands = {
  hide: {
    summary: `Hides a thing from all but its author: hide <type> <id> [reason]; types: ${TYPES}`,
    async run({ app, args, print }) {
      const { thing, name, reason } = named('hide', args)
      const isNews = await transact(app, null, (tx) => hide(tx, thing, reason))
      print(isNews ? `${name} is hidden` : `${name} was hidden already`)
    },
  },
  restore: {
    summary: 'Shows a hidden thing again: restore <type> <id> [reason]',
    async run({ app, args, print }) {
      const { thing, name, reason } = named('restore', args)
      const isNews = await transact(app, null, (tx) => restore(tx, thing, reason))
      print(isNews ? `${name} is shown again` : `${name} was not hidden`)
    },
  },
  report: {
    summary: 'Closes a report without a consequence: report dismiss <id>',
    async run({ app, args: [action, id = '', ...others], print }) {
      if (action !== 'dismiss' || !v.is(v.pipe(v.string(), v.uuid()), id) || others.length > 0) {
        throw new Refusal('invalid', 'Use it so: report dismiss <id>.')
      }
      await transact(app, null, (tx) => dismissReport(tx, id.toLowerCase()))
      print(`report ${id} is closed`)
    },
  },
  reports: { summary: 'Lists the open reports, the oldest first', run: listReports },
}

/** `reason`: the words after the thing, which its author reads. */
function named(command: string, [word = '', id = '', ...words]: readonly string[]) {
  const type = WORDS[word]
  const parsed = v.safeParse(v.pipe(v.string(), v.toLowerCase(), v.uuid()), id)
  if (type === undefined || !parsed.success) {
    throw new Refusal('invalid', `Use it so: ${command} <type> <id>. Types: ${TYPES}.`)
  }
  return { thing: { type, id: parsed.output }, name: `${word} ${id}`, reason: words.join(' ') }
}

/** Prints the open reports, the oldest first, one a line. */
async function listReports({ app, print }: AdminInput): Promise<void> {
  const reports = await app.orm.em.fork().execute<OpenReport[]>(
    `select r.id, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt",
         r.object_type as "objectType", r.object_id as "objectId", r.category, r.text,
         coalesce(reporter.username, reporter.id::text, r.reporter_email, '') as reporter, coalesce(target.username, target.id::text) as target
       from report r
       left join "user" reporter on reporter.id = r.reporter_id
       join "user" target on target.id = r.target_user_id
       where r.state = 'open' order by r.created_at, r.id`,
  )
  for (const { id, createdAt, objectType, objectId, category, text, reporter, target } of reports) {
    print(`${createdAt}  ${id}  ${category}: ${objectType} ${objectId} of ${target}, reported by ${reporter}`)
    const word = Object.keys(WORDS).find((one) => WORDS[one] === objectType)
    if (word) print(`    npm run admin -- hide ${word} ${objectId}`)
    // A text with line breaks or control characters must not look like another report.
    if (text) print(`    ${oneLine(text)}`)
  }
  print(reports.length === 1 ? '1 open report' : `${reports.length} open reports`)
}
