import type { AdminCommands, AdminInput } from '../../admin.ts'

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

export const admin: AdminCommands = {
  reports: { summary: 'Lists the open reports, the oldest first', run: listReports },
}

/** Prints the open reports, the oldest first, one a line. */
async function listReports({ app, print }: AdminInput): Promise<void> {
  const reports = await app.orm.em.fork().execute<OpenReport[]>(
    `select r.id, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt",
         r.object_type as "objectType", r.object_id as "objectId", r.category, r.text,
         coalesce(reporter.username, reporter.id::text) as reporter, coalesce(target.username, target.id::text) as target
       from report r
       join "user" reporter on reporter.id = r.reporter_id
       join "user" target on target.id = r.target_user_id
       where r.state = 'open' order by r.created_at, r.id`,
  )
  for (const { id, createdAt, objectType, objectId, category, text, reporter, target } of reports) {
    print(`${createdAt}  ${id}  ${category}: ${objectType} ${objectId} of ${target}, reported by ${reporter}`)
    // A text with line breaks or control characters must not look like another report.
    if (text) print(`    ${text.replaceAll(/[\s\p{C}]+/gu, ' ')}`)
  }
  print(reports.length === 1 ? '1 open report' : `${reports.length} open reports`)
}
