import { DeskPackages, PackageParams, PackageVersion, SavePackage } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { centsOf } from '../../money/cents.ts'
import { editPackage, packagesVersion } from './edit-package.ts'

const tag = 'Desk'
const done = { success: true as const }

const listRoute = route({
  method: 'GET',
  path: '/desk/packages',
  who: 'staff',
  needs: 'coupons.edit',
  tag,
  summary: 'The packages of tokens that are for sale, with their prices',
  answer: DeskPackages,
  async handle({ app }) {
    const em = app.orm.em.fork()
    const version = await packagesVersion({ em })
    const { tokenPackages, tokenValue, currency } = await app.settings.readIn({ em })
    const cents = Number(centsOf(tokenValue))
    const packages = tokenPackages.map((one) => ({ ...one, amount: one.tokens * cents }))
    return { version, currency, packages: packages.toSorted((a, b) => a.tokens - b.tokens) }
  },
})

const saveRoute = route({
  method: 'PUT',
  path: '/desk/packages/{id}',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'Sell tokens in a package, or change one; payments under way keep their price',
  params: PackageParams,
  body: SavePackage,
  answer: Done,
  async handle({ app, actor, params: { id }, body: { version, ...made } }) {
    await transact(app, actor, (tx) => editPackage(tx, { id, version, made }))
    return done
  },
})

const endRoute = route({
  method: 'DELETE',
  path: '/desk/packages/{id}',
  who: 'staff',
  needs: 'coupons.edit',
  fresh: 300,
  tag,
  summary: 'Sell a package no more',
  params: PackageParams,
  query: PackageVersion,
  answer: Done,
  async handle({ app, actor, params: { id }, query: { version } }) {
    await transact(app, actor, (tx) => editPackage(tx, { id, version, made: null }))
    return done
  },
})

export const deskPackageRoutes: Route[] = [listRoute, saveRoute, endRoute]
