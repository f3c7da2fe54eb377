import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOLE, tablesInSql } from './sql-tables.ts'
import { foreignTables, undeclaredTables } from './table-reads.ts'

const root = join(import.meta.dirname, '../..')
const known = new Set(['user', 'order', 'post', 'follow', 'comment'])

test('every room declares the tables of others that its SQL names, and writes none of them', () => {
  const paths = globSync('server/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('node_modules') })
  const sources = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  expect(foreignTables(sources).length).toBeGreaterThan(0)
  expect(undeclaredTables(sources)).toEqual([])
})

describe('the tables of a piece of SQL', () => {
  test.each([
    ['select 1 from post where id = ?', 'post'],
    ['select 1 from post p, follow as f, comment', 'post follow comment'],
    ['exists (select 1 from follow where true)', 'follow'],
    ['select 1 from "user" u left join "order" o on o.id = u.id', 'user order'],
    ['post p join "user" u on u.id = p.performer_id', 'post user'],
    ["follow where follow.performer_id = 'post'", 'follow'],
    [`select ${HOLE} from ${HOLE} join post on true`, 'post'],
    ['insert into post (id) select id from comment', 'post! comment'],
    ['update post set text = ? from follow', 'post! follow'],
    ['delete from post using follow', 'post! follow'],
    ['insert into follow (id) values (?) on conflict do update set id = 1', 'follow!'],
    ['with post as (select 1 from follow) select 1 from post', 'follow'],
    ['select 1 from post(1)', ''],
    ['a is distinct from post', ''],
    ['select 1 from user', ''],
    ['This is from post to post.', 'post'],
    ['The order of a user', ''],
  ])('%j names %j', (sql, expected) => {
    const named = tablesInSql(sql, known).map(({ table, isWritten }) => (isWritten ? `${table}!` : table))
    expect(named.join(' ')).toBe(expected)
  })
})

describe('a room', () => {
  const entity = { path: 'server/domains/people/accounts/entity.ts', text: `defineEntity({ tableName: 'user' })` }
  const manifest = (keys: string) => ({
    path: 'server/domains/shop/cart/domain.ts',
    text: `export const cart = domain({ name: 'cart', ${keys} })`,
  })
  const source = (text: string) => ({ path: 'server/domains/shop/cart/queries.ts', text })
  const read = source('em.execute(`select 1\n from "user" where id = ${id}`)')

  test('that reads a table of another room without a declaration is refused', () => {
    expect(undeclaredTables([entity, manifest(''), read])).toEqual([
      'server/domains/shop/cart/queries.ts:1 reads the table user of people/accounts, which the manifest of shop/cart does not declare.',
    ])
    expect(undeclaredTables([entity, manifest(`reads: ['user']`), read])).toEqual([])
  })

  test.each([
    `raw((u) => \`\${u} in (select id from "user")\`)`,
    `derivedRows({ from: '"user" where id = 1' })`,
    `const FROM = '"user" u'`,
    `const lists = [{ table: '"user"', where: 'true' }]`,
    `const found = \`\${start} join "user" u on true\``,
  ])('reads by %s', (text) => {
    expect(undeclaredTables([entity, manifest(''), source(text)])).toHaveLength(1)
  })

  test('that declares a table which no SQL of it reads is refused', () => {
    expect(undeclaredTables([entity, manifest(`reads: ['user']`)])).toEqual([
      'The manifest of shop/cart declares the table user, which no SQL of it uses.',
    ])
  })

  test('that writes a table of another room is refused, unless its manifest gives a reason', () => {
    const write = source(`em.execute('update "user" set name = ?')`)
    const refused =
      'server/domains/shop/cart/queries.ts:1 writes the table user of people/accounts: call a command of people/accounts.'
    expect(undeclaredTables([entity, manifest(''), write])).toEqual([refused])
    expect(undeclaredTables([entity, manifest(`reads: ['user']`), write])).toContain(refused)
    expect(undeclaredTables([entity, manifest(`writes: { user: 'one statement' }`), write])).toEqual([])
  })

  test('may read its own tables, and its tests may read all', () => {
    const own = { path: 'server/domains/people/accounts/queries.ts', text: read.text }
    const inTest = { ...read, path: 'server/domains/shop/cart/cart.pg.test.ts' }
    expect(undeclaredTables([entity, manifest(''), own, inTest])).toEqual([])
  })
})
