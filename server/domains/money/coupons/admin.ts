import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { Coupon, couponKinds, CouponRedemption } from './entity.ts'
import { foldedCode } from './folded-code.ts'

const USAGE =
  'coupon <code> 20% top-up,subscription 100 2027-01-31 | coupon <code> 500 product [seller=<username>] [minimum=<amount>] [uses=<number>] [each=<number>] [from=<day>] [until=<day>] | coupon <code> off | coupon'

const whole = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(1))
const Code = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{3,40}$/))

/** Code, discount, kinds, and perhaps the number of uses and the last day. */
const NewCoupon = v.union([
  v.strictTuple([Code, v.string(), v.string()]),
  v.strictTuple([Code, v.string(), v.string(), whole]),
  v.strictTuple([Code, v.string(), v.string(), whole, v.pipe(v.string(), v.isoDate())]),
])

const day = v.pipe(v.string(), v.isoDate())

/** Named after the kinds, in any order. Amounts are those of the kind: tokens of products, else cents. */
const Options = v.strictObject({
  seller: v.optional(v.pipe(v.string(), v.toLowerCase(), v.minLength(1))),
  ...{ minimum: v.optional(whole), uses: v.optional(whole), each: v.optional(whole) },
  ...{ from: v.optional(day), until: v.optional(day) },
})

const Percent = v.pipe(v.string(), v.regex(/^\d{1,2}%$/), v.transform(parseFloat), v.minValue(1), v.maxValue(90))
const Kinds = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(v.picklist(couponKinds)),
)

export const admin: AdminCommands = {
  coupon: {
    summary: `Makes a coupon, ends one, or lists all: ${USAGE}`,
    async run({ app, args, print }) {
      if (args.length === 0) {
        for (const line of await list(app.orm.em.fork())) print(line)
        return
      }
      const [name, action] = args
      if (args.length === 2 && action === 'off') {
        await transact(app, null, async (tx) => {
          const coupon = await tx.em.findOne(Coupon, { code: foldedCode(name ?? '') })
          if (!coupon) throw new Refusal('not-found', 'There is no such coupon.')
          audit(tx, { action: 'coupon.off', subjectId: coupon.id, before: { isDisabled: coupon.isDisabled } })
          coupon.isDisabled = true
        })
        print('The coupon is off')
        return
      }
      const { seller, ...made } = read(args)
      await transact(app, null, async (tx) => {
        if (await tx.em.findOne(Coupon, { code: made.code })) throw new Refusal('conflict', 'This code is in use.')
        const performerId = seller === null ? null : await sellerOf(tx.em, seller)
        const { id } = tx.em.create(Coupon, { id: v7(), ...made, performerId, createdAt: tx.now })
        audit(tx, { action: 'coupon.make', subjectId: id, after: { ...made, performerId } })
      })
      print(`${made.code} lowers ${made.kinds.join(', ')}`)
    },
  },
}

function read(args: readonly string[]) {
  const named = args.filter((one) => one.includes('='))
  const options = v.safeParse(Options, Object.fromEntries(named.map((one) => one.split('=', 2))))
  const places = v.safeParse(NewCoupon, args.slice(0, args.length - named.length))
  const [code, given, kindsGiven, uses, lastDay] = places.success ? places.output : []
  const [percent, off, kinds] = [v.safeParse(Percent, given), v.safeParse(whole, given), v.safeParse(Kinds, kindsGiven)]
  if (code === undefined || !kinds.success || (!percent.success && !off.success) || !options.success)
    throw new Refusal('invalid', `Use it so: ${USAGE}`)
  const { seller = null, minimum = 0, each = 1, from, until = lastDay, ...counted } = options.output
  return {
    ...{ code, kinds: kinds.output, seller, minimum, uses: counted.uses ?? uses ?? null, usesEach: each },
    ...{ percent: percent.success ? percent.output : null, off: percent.success ? null : Number(off.output) },
    startsAt: from === undefined ? null : new Date(`${from}T00:00:00Z`),
    // To the end of the day that is named.
    endsAt: until === undefined ? null : new Date(`${until}T23:59:59.999Z`),
  }
}

async function sellerOf(em: EntityManager, username: string): Promise<string> {
  const creator = await em.findOne(User, { username, isPerformer: true })
  if (!creator) throw new Refusal('not-found', 'There is no such creator.')
  return creator.id
}

async function list(em: EntityManager): Promise<string[]> {
  const coupons = await em.find(Coupon, {}, { orderBy: { code: 'asc' } })
  return Promise.all(
    coupons.map(async ({ id, code, percent, off, kinds, uses, endsAt, isDisabled, ...rest }) => {
      const used = await em.count(CouponRedemption, { couponId: id, status: { $ne: 'released' } })
      const ends = endsAt == null ? '' : `, until ${endsAt.toISOString().slice(0, 10)}`
      const discount = percent == null ? String(off) : `${percent}%`
      return `${code}: ${discount} off ${kinds.join(', ')}, used ${used} of ${uses ?? 'any'}${ends}${await termsOf(em, rest)}${isDisabled ? ', off' : ''}`
    }),
  )
}

type Terms = Pick<Coupon, 'performerId' | 'minimum' | 'usesEach' | 'startsAt'>

async function termsOf(em: EntityManager, { performerId, minimum, usesEach, startsAt }: Terms): Promise<string> {
  const seller = performerId == null ? null : await em.findOne(User, { id: performerId })
  return [
    seller && `, of ${seller.username}`,
    minimum > 0 && `, from ${minimum} on`,
    usesEach > 1 && `, ${usesEach} times each`,
    startsAt && `, since ${startsAt.toISOString().slice(0, 10)}`,
  ]
    .filter((term) => typeof term === 'string')
    .join('')
}
