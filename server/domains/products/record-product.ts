import type { Recorder } from '../../infra/sync/change-feed/changes.ts'
import { Product } from './entity.ts'

const SHOWN = ['name', 'type', 'price', 'stock', 'status', 'pictureFileId']

/** A product is no row of a device by itself; rows that show it change with it. */
export const recordProduct: Recorder<Product> = (changes, { entity, payload }) => {
  if (SHOWN.some((field) => field in payload)) changes.show(Product, entity.id)
}
