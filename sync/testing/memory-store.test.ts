import { MemoryDatabase } from './memory-store.ts'
import { storeContract } from './store-contract.ts'

storeContract('memory', async () => {
  const database = new MemoryDatabase(['lists', 'items'])
  return {
    store: database.connect().store,
    reopen: async () => database.connect().store,
    fill: () => {
      database.limit = database.size
      return { [Symbol.dispose]: () => void (database.limit = null) }
    },
  }
})
