import * as v from 'valibot'
import { StatementHead } from '../statements/statement.ts'

export { Statement } from '../statements/statement.ts'

/** The heads of a creator's statements, the latest first. */
export const StatementList = v.object({ data: v.array(StatementHead), total: v.number() })

export const StatementMonth = v.object({
  month: v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11.')),
})

/** The public keys that statements were signed with, the present one first; `key` is base64url of 32 bytes. */
export const StatementKeys = v.object({
  keys: v.array(v.object({ id: v.string(), key: v.string(), since: v.string() })),
})
