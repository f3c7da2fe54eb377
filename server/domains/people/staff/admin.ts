import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { staffRoles } from '@vesper/sync/vesper/api/staff.ts'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { readEntries } from '../../../infra/audit/read-entries.ts'
import type { LinkedEntry } from '../../../infra/audit/read-entries.ts'
import { verifyAudit } from '../../../infra/audit/verify-audit.ts'
import { verifyChain } from '../../../infra/audit/verify-chain.ts'
import type { ChainCheck } from '../../../infra/audit/verify-chain.ts'
import { readSnapshot } from '../../../infra/database/read-snapshot.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { staffList } from './queries.ts'
import { grantRole, revokeRole } from './roles.ts'

const STAFF = `staff grant|revoke <username> ${staffRoles.join('|')} | staff list`
const AUDIT = 'audit verify [file] | audit export <file>'

export const admin: AdminCommands = {
  staff: {
    summary: `Gives an account a part of staff, takes it away, or lists all: ${STAFF}`,
    async run({ app, args: [action, name, part, ...more], print }) {
      if (action === 'list' && name === undefined) return listStaff({ app, print })
      const role = staffRoles.find((one) => one === part)
      if ((action !== 'grant' && action !== 'revoke') || name === undefined || !role || more.length > 0)
        throw new Refusal('invalid', `Use it so: ${STAFF}`)
      const user = await app.orm.em.fork().findOne(User, { username: name.toLowerCase() })
      if (!user) throw new Refusal('not-found', 'There is no such account.')
      const change = action === 'grant' ? grantRole : revokeRole
      await transact(app, null, (tx) => change(tx, { userId: user.id, role }))
      print(action === 'grant' ? `${name} is ${role}` : `${name} is ${role} no longer`)
    },
  },
  audit: {
    summary: `Follows the chain of the audit, or writes it into a file: ${AUDIT}`,
    async run({ app, args: [action, file, ...more], print }) {
      if (more.length > 0) throw new Refusal('invalid', `Use it so: ${AUDIT}`)
      // npm runs this in the workspace's folder; the path is meant from where npm was called.
      const path = file && resolve(process.env['INIT_CWD'] ?? '.', file)
      if (action === 'verify')
        return report(path ? await verifyChain(readLines(path), null) : await verifyAudit(app), print)
      if (action !== 'export' || !path) throw new Refusal('invalid', `Use it so: ${AUDIT}`)
      await exportAudit(app, path)
      print(`${path} holds the audit`)
    },
  },
}

async function listStaff({ app, print }: Pick<AdminInput, 'app' | 'print'>): Promise<void> {
  const members = await staffList(app.orm.em.fork())
  for (const { username, userId, role, hasFactor } of members)
    print(`${username ?? userId}  ${role}${hasFactor ? '' : ', without a second factor'}`)
  if (members.length === 0) print('There is no staff')
}

function report({ entries, head, problem }: ChainCheck, print: (line: string) => void): void {
  if (problem !== null) throw new Refusal('conflict', `The audit is not whole. ${problem}`)
  print(`The chain is whole: ${entries} entries, the last one ${head}`)
}

/** One entry a line, as JSON, in a file that nobody else of the machine reads. */
async function exportAudit(app: AdminInput['app'], path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await readSnapshot(app, async (em) => {
      for await (const entry of readEntries(em)) await file.write(`${JSON.stringify(entry)}\n`)
    })
  } finally {
    await file.close()
  }
}

async function* readLines(path: string): AsyncGenerator<LinkedEntry> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') yield JSON.parse(line) as LinkedEntry
  }
}
