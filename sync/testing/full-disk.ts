type Put = IDBObjectStore['put']
type Aborting = IDBTransaction & { _abort: (name: string) => void }

/** How a browser says that there is no room: to the one who puts, or to the whole transaction later. */
export type FullDiskError = 'put' | 'commit'

/** From now on, until it is disposed of, fake-indexeddb takes nothing more. */
export function fillDisk(way: FullDiskError): Disposable {
  const { prototype } = IDBObjectStore
  const put = Reflect.get<IDBObjectStore, 'put'>(prototype, 'put')
  const add = Reflect.get<IDBObjectStore, 'add'>(prototype, 'add')
  const refusing = (original: Put): Put =>
    function (this: IDBObjectStore, ...values) {
      if (way === 'put') throw new DOMException('No room', 'QuotaExceededError')
      const request = original.apply(this, values)
      const transaction = this.transaction as Aborting
      request.addEventListener('success', () => transaction._abort('QuotaExceededError'))
      return request
    }
  prototype.put = refusing(put)
  prototype.add = refusing(add)
  return {
    [Symbol.dispose]() {
      Object.assign(prototype, { put, add })
    },
  }
}
