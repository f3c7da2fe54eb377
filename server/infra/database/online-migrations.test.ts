import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'migrations')
/** The last migration from before servers of two releases ran on one database. */
const LAST_UNCHECKED = 'Migration20261129110400_key_rings.ts'

const migrations = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file > LAST_UNCHECKED)
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const)

test('no migration takes away what servers of the release before use, or has writers wait for an index or a check', () => {
  expect(migrations.flatMap(([file, source]) => faultsOf(source).map((fault) => `${file}: ${fault}`))).toEqual([])
})

test.each([
  ['alter table "post" drop column "text";', 'takes away'],
  ['drop table "post";', 'takes away'],
  ['alter table "post" rename column "text" to "body";', 'takes away'],
  ['alter table "post" rename to "entry";', 'takes away'],
  ['alter table "post" alter column "text" set not null;', 'takes away'],
  ['create index "post_text_index" on "post" ("text");', 'concurrently'],
  ['create unique index "post_text_unique" on "post" ("text");', 'concurrently'],
  ['create index concurrently "post_text_index" on "post" ("text");', 'isTransactional'],
  [`alter table "post" add constraint "post_kind_check" check ("kind" in ('free', 'paid'));`, 'not valid'],
  ['alter table "post" add column "text" text, add constraint "post_text_check" check (text <> $$$$);', 'not valid'],
])('refuses %s', (sql, fault) => {
  expect(faultsOf(`override up() { this.addSql(\`${sql}\`) }\noverride down() {}`)).toEqual([
    expect.stringMatching(fault),
  ])
})

test('lets a migration add, index its own tables, build beside writers, and take back what it added', () => {
  const adding = `this.addSql(\`create table "tip" ("id" uuid not null);\`)
    this.addSql(\`create index "tip_id_index" on "tip" ("id");\`)
    this.addSql(\`alter table "post" add "text" text null;\`)
    this.addSql(\`alter table "post" drop constraint if exists "post_kind_check";\`)
    this.addSql(\`alter table "post" add constraint "post_kind_check" check ("kind" in ('free')) not valid;\`)
    this.addSql(\`alter table "post" validate constraint "post_kind_check";\`)
    this.addSql(\`alter table "tip" add constraint "tip_id_check" check ("id" is not null);\`)`
  expect(faultsOf(`override up() { ${adding} }\noverride down() { this.addSql(\`drop table "tip";\`) }`)).toEqual([])
  const beside = `override isTransactional() { return false }
    override up() { this.addSql(\`create index concurrently "post_text_index" on "post" ("text");\`) }`
  expect(faultsOf(`${beside}\noverride down() {}`)).toEqual([])
})

/** Constraints may be dropped: a wider one takes the place of a check when a list of values grows. */
const TAKEN_AWAY =
  /\bdrop (?:table|view|column|schema|type)\b|\bdrop (?:if exists )?"|\brename (?:to|column|constraint)\b|\bset not null\b|\balter column "\w+" type\b/i
/** A whole statement that adds a check. */
const CHECK = /alter table (?:if exists )?(?:only )?"(\w+)"[^;`]*\badd (?:constraint "\w+" )?check\b[^;`]*/gi
const INDEX = /create (?:unique )?index (concurrently )?(?:if not exists )?"\w+" on "(\w+)"/gi

function faultsOf(source: string): string[] {
  const [up = ''] = source.split(/override (?:async )?down\(/)
  const made = new Set([...up.matchAll(/create table (?:if not exists )?"(\w+)"/gi)].map(([, table]) => table))
  const faults = TAKEN_AWAY.test(up)
    ? ['takes away what the release before uses. Put it into the folder contract, for a later release.']
    : []
  for (const [, concurrently, table] of up.matchAll(INDEX)) {
    if (made.has(table)) continue
    if (!concurrently) faults.push(`index on "${table}" holds up its writers. Create it concurrently.`)
    else if (!/isTransactional\(\)[^{]*\{\s*return false/.test(source))
      faults.push('create index concurrently needs isTransactional() { return false }.')
  }
  for (const [statement, table = ''] of up.matchAll(CHECK)) {
    if (made.has(table) || /\bnot valid\b/i.test(statement)) continue
    faults.push(
      `check of "${table}" holds up its writers. Add it as not valid, and validate it in a statement of its own.`,
    )
  }
  return faults
}
