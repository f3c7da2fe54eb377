import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { shown, visible } from '@vesper/sync/vesper/api/fields.ts'
import { PROMO_AUDIENCES, PROMO_POSITIONS, PROMO_TEXT_MAX, PROMO_TITLE_MAX } from '@vesper/sync/vesper/api/promos.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../../infra/files/uploads/purposes.ts'
import { addPromo, endPromo } from './commands.ts'
import { Promo } from './entity.ts'
import { siteActor } from './site-actor.ts'

const USAGE =
  'promo | promo add title="New: galleries" text="…" link=/explore picture=galleries.jpg position=home audience=fans starts=2026-12-01 ends=2027-01-01 | promo end <id>'

const day = v.pipe(v.string(), v.isoDate('Give days as 2026-12-31.'))

const NewPromo = v.strictObject({
  title: v.pipe(
    v.string(),
    shown,
    v.trim(),
    visible('Give a title.'),
    v.maxLength(PROMO_TITLE_MAX, 'A title is shorter.'),
  ),
  text: v.optional(v.pipe(v.string(), shown, v.trim(), v.maxLength(PROMO_TEXT_MAX, 'A text is shorter.')), ''),
  link: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.regex(/^(?:\/(?!\/)|https:\/\/)\S*$/, 'A link begins with / or with https://.'),
    ),
  ),
  picture: v.optional(v.string()),
  position: v.optional(v.picklist(PROMO_POSITIONS), 'home'),
  audience: v.optional(v.picklist(PROMO_AUDIENCES), 'everybody'),
  starts: v.optional(day),
  ends: v.optional(day),
})

export const admin: AdminCommands = {
  promo: { summary: `Lists the promos, adds one or ends one: ${USAGE}`, run },
}

async function run({ app, args, print }: AdminInput): Promise<void> {
  const [action, ...given] = args
  if (action === undefined) return list({ app, args, print })
  if (action === 'add') {
    const { starts, ends, link = null, picture, ...promo } = read(given)
    const pictureFileId = picture === undefined ? null : await keepPicture(app, picture)
    const id = v7()
    const fields = { ...promo, link, state: 'active' as const, from: starts ?? null, until: ends ?? null }
    await transact(app, null, (tx) => addPromo(tx, { id, fields, pictureFileId }))
    print(`${id} is shown on ${promo.position} to ${promo.audience}`)
  } else if (action === 'end' && given.length === 1) {
    const id = v.safeParse(v.pipe(v.string(), v.uuid()), given[0])
    if (!id.success) throw new Refusal('not-found', 'There is no such promo.')
    await transact(app, null, (tx) => endPromo(tx, id.output))
    print('The promo has ended')
  } else throw new Refusal('invalid', `Use it so: ${USAGE}`)
}

/** Keeps a picture for everybody; gives the id of its file. npm runs commands in the folder of the workspace. */
async function keepPicture(app: App, file: string): Promise<string> {
  const path = resolve(process.env['INIT_CWD'] ?? '.', file)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new Refusal('not-found', 'This file cannot be read.')
  const upload = { fileId: v7(), path, size: found.size, takes: takes('product'), stored: async () => {} }
  return (await keepUpload(app, siteActor, upload)).id
}

/** Reads `name=value` arguments. */
function read(given: readonly string[]): v.InferOutput<typeof NewPromo> {
  const pairs = given.map((text): [string, string] => {
    const at = text.indexOf('=')
    return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  })
  const parsed = v.safeParse(NewPromo, Object.fromEntries(pairs))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Refusal('invalid', `${v.getDotPath(issue) ?? ''}: ${issue.message} Use it so: ${USAGE}`)
}

async function list({ app, print }: AdminInput): Promise<void> {
  const promos = await app.orm.em.fork().find(Promo, {}, { orderBy: { createdAt: 'desc' } })
  for (const { id, state, position, audience, title, startsAt, endsAt } of promos) {
    const days = [startsAt, endsAt].map((moment) => moment?.toISOString().slice(0, 10) ?? '…').join(' to ')
    print(`${id}  ${state}  ${position}  ${audience}  ${days}  ${title}`)
  }
}
