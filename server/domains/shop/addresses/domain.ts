import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { removeAddress, saveAddress } from './commands.ts'
import { Address } from './entity.ts'
import { addressRoutes } from './routes.ts'
import { addresses as collection, recordAddress } from './synced.ts'

const limit = { points: 120, seconds: 600 }

/** Postal addresses of an account. */
export const addresses = domain({
  name: 'addresses',
  entities: [synced(Address, recordAddress)],
  collections: [collection],
  routes: addressRoutes,
  mutations: {
    'address.save': { run: saveAddress, spaces: ownSpace, limit },
    'address.remove': { run: removeAddress, spaces: ownSpace, limit },
  },
})
