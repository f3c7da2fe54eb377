import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { CONTENT_SEARCHED } from '@vesper/sync/vesper/api/desk-content.ts'
import type { ContentKind, ContentQuery, ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import type * as v from 'valibot'
import { AT_TEXT } from '../../../infra/audit/read-entries.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { thingVersionSql } from '../../community/cases/thing-version.ts'

type Query = v.InferOutput<typeof ContentQuery>
type Row = Omit<ContentRow, 'author'> & { authorId: string; username: string | null; name: string }
type State = ContentRow['state']

/** A table of things: the rows of a kind, their author, their words, and the condition of each state. */
type Table = { from: string; where: string; author: string; words: string; states: Readonly<Record<State, string>> }

const asset = (kind: ContentKind): Table => ({
  ...{ from: 'asset', where: `o.kind = '${kind}' and o.status <> 'draft'`, author: 'o.performer_id' },
  words: `concat_ws(' ', nullif(o.title, ''), nullif(o.description, ''))`,
  states: statesBy('status', { shown: 'active', archived: 'archived', hidden: 'hidden', removed: 'removed' }),
})

/** Things that their creator has not published yet are none of the staff's business. */
const TABLES: Readonly<Record<ContentKind, Table>> = {
  feed: {
    ...{
      from: 'post',
      where: `o.status not in ('processing', 'scheduled')`,
      author: 'o.performer_id',
      words: 'o.text',
    },
    states: statesBy('status', { shown: 'published', archived: 'archived', hidden: 'hidden', removed: 'removed' }),
  },
  ...{ gallery: asset('gallery'), photo: asset('photo'), video: asset('video'), product: asset('product') },
  comment: {
    ...{ from: 'comment', where: 'true', author: 'o.author_id', words: 'o.text' },
    states: { ...statesBy('status', { shown: 'visible', hidden: 'hidden', removed: 'deleted' }), archived: 'false' },
  },
  stream: {
    ...{ from: 'stream', where: 'true', author: 'o.performer_id', words: 'o.title' },
    states: { shown: 'not o.is_hidden', hidden: 'o.is_hidden', archived: 'false', removed: 'false' },
  },
}

/** One page of the things of a kind, the newest first, and how many there are in all. */
export async function contentPage(em: SqlEntityManager, { kind, state, q, ...query }: Query) {
  const { from, where, author, words, states } = TABLES[kind]
  const searched = await searchOf(em, q, { author, words })
  if (searched === null) return { data: [], total: 0, next: null }
  const conditions = [where, ...(state === undefined ? [] : [states[state]]), ...searched.authors]
  const table = searched.words === null ? from : newest(from, [...conditions])
  const { rows, total, next } = await sqlPage<Row>(
    em,
    {
      select: `o.id as "_id", '${kind}' as "objectType", left(${words}, 200) as preview, ${stateOf(states)} as state,
        u.id as "authorId", u.username, u.name, ${AT_TEXT('o.created_at')} as "createdAt",
        (select c.id from moderation_case c where c.object_type = '${kind}' and c.object_id = o.id and c.state <> 'closed')
          as "caseId", ${thingVersionSql('o.id')} as version`,
      from: `${table} o join "user" u on u.id = ${author}`,
      counted: `${table} o`,
      where: [...conditions, ...(searched.words === null ? [] : [`${words} ilike ?`])].join(' and '),
      params: searched.words === null ? [] : [containing(searched.words)],
      sortable: { createdAt: 'o.created_at' },
      places: { createdAt: 'time' },
      tieBreak: 'o.id',
    },
    query,
  )
  return { data: rows.map(viewOf), total, next }
}

/** A search by words reads no more than the newest things: no index has the words of hidden ones. */
function newest(from: string, conditions: readonly string[]): string {
  return `(select * from ${from} o where ${conditions.join(' and ')} order by o.created_at desc, o.id desc limit ${CONTENT_SEARCHED})`
}

/** The parts of a search text; null where it names an author that there is not. */
async function searchOf(em: SqlEntityManager, q: string, { author }: Pick<Table, 'author' | 'words'>) {
  if (!q.startsWith('@')) return { authors: [], words: q === '' ? null : q }
  const [named] = await em.execute<{ id: string }[]>('select id from "user" where username = lower(?)', [q.slice(1)])
  return named ? { authors: [`${author} = '${named.id}'`], words: null } : null
}

function statesBy<Named extends State>(column: string, values: Readonly<Record<Named, string>>): Record<Named, string> {
  const entries = Object.entries<string>(values).map(([state, value]) => [state, `o.${column} = '${value}'`])
  return Object.fromEntries(entries) as Record<Named, string>
}

function stateOf(states: Table['states']): string {
  const cases = (['hidden', 'archived', 'removed'] as const).map((state) => `when ${states[state]} then '${state}'`)
  return `case ${cases.join(' ')} else 'shown' end`
}

function viewOf({ authorId, username, name, ...row }: Row): ContentRow {
  return { ...row, author: { _id: authorId, username, name } }
}
