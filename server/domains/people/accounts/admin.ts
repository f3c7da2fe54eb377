import type { AdminCommands } from '../../../admin.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { oneLine } from '../../../infra/one-line.ts'

/** Accounts in one list. */
const LISTED_MAX = 50

type Listed = {
  username: string
  name: string
  email: string
  kind: string
  status: string
  createdAt: string
  total: number
}

export const admin: AdminCommands = {
  accounts: {
    summary: `Lists the newest ${LISTED_MAX} accounts, or those with a text in their name or email: accounts [text]`,
    async run({ app, args, print }) {
      const pattern = containing(args.join(' ').trim())
      const accounts = await app.orm.em.fork().execute<Listed[]>(
        `select coalesce(u.username, u.id::text) as username, u.name, u.status,
           to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "createdAt",
           coalesce(u.email || case when u.email_verified_at is null then ' (not confirmed)' else '' end, 'no email') as email,
           case when u.is_performer then 'creator, ' || coalesce(p.verification, 'not applied') else 'fan' end as kind,
           count(*) over ()::int as total
         from "user" u left join performer p on p.user_id = u.id
         where u.name ilike ? or u.username ilike ? or u.email ilike ?
         order by u.created_at desc, u.id desc limit ?`,
        [pattern, pattern, pattern, LISTED_MAX],
      )
      for (const { username, name, email, kind, status, createdAt } of accounts) {
        print(`${createdAt}  ${username}  ${oneLine(name)}, ${email}, ${kind}, ${status}`)
      }
      const total = accounts[0]?.total ?? 0
      if (total > accounts.length) print(`${total} accounts, of which the newest ${accounts.length} are shown`)
      else print(total === 1 ? '1 account' : `${total} accounts`)
    },
  },
}
