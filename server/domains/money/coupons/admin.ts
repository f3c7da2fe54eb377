import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { AdminCommands } from '../../../admin.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Coupon, couponKinds, CouponRedemption } from './entity.ts'

const USAGE =
  'coupon <code> 20% top-up,subscription 100 2027-01-31 | coupon <code> 500 product | coupon <code> off | coupon'

const whole = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(1))
const Code = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{3,40}$/))

/** Code, discount, kinds, and perhaps the number of uses and the last day. */
const NewCoupon = v.union([
  v.strictTuple([Code, v.string(), v.string()]),
  v.strictTuple([Code, v.string(), v.string(), whole]),
  v.strictTuple([Code, v.string(), v.string(), whole, v.pipe(v.string(), v.isoDate())]),
])

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
          const coupon = await tx.em.findOne(Coupon, { code: (name ?? '').toUpperCase() })
          if (!coupon) throw new Refusal('not-found', 'There is no such coupon.')
          audit(tx, { action: 'coupon.off', subjectId: coupon.code, before: { isDisabled: coupon.isDisabled } })
          coupon.isDisabled = true
        })
        print('The coupon is off')
        return
      }
      const made = read(args)
      await transact(app, null, async (tx) => {
        if (await tx.em.findOne(Coupon, { code: made.code })) throw new Refusal('conflict', 'This code is in use.')
        tx.em.create(Coupon, { id: v7(), ...made, createdAt: tx.now })
        audit(tx, { action: 'coupon.make', subjectId: made.code, after: made })
      })
      print(`${made.code} lowers ${made.kinds.join(', ')}`)
    },
  },
}

function read(args: readonly string[]) {
  const parsed = v.safeParse(NewCoupon, args)
  const [code, given, kindsGiven, uses = null, lastDay] = parsed.success ? parsed.output : []
  const [percent, off, kinds] = [v.safeParse(Percent, given), v.safeParse(whole, given), v.safeParse(Kinds, kindsGiven)]
  if (code === undefined || !kinds.success || (!percent.success && !off.success))
    throw new Refusal('invalid', `Use it so: ${USAGE}`)
  return {
    ...{ code, kinds: kinds.output, uses },
    ...{ percent: percent.success ? percent.output : null, off: percent.success ? null : Number(off.output) },
    // To the end of the day that is named.
    endsAt: lastDay === undefined ? null : new Date(`${lastDay}T23:59:59.999Z`),
  }
}

async function list(em: EntityManager): Promise<string[]> {
  const coupons = await em.find(Coupon, {}, { orderBy: { code: 'asc' } })
  return Promise.all(
    coupons.map(async ({ id, code, percent, off, kinds, uses, endsAt, isDisabled }) => {
      const used = await em.count(CouponRedemption, { couponId: id, status: { $ne: 'released' } })
      const ends = endsAt == null ? '' : `, until ${endsAt.toISOString().slice(0, 10)}`
      const discount = percent == null ? String(off) : `${percent}%`
      return `${code}: ${discount} off ${kinds.join(', ')}, used ${used} of ${uses ?? 'any'}${ends}${isDisabled ? ', off' : ''}`
    }),
  )
}
