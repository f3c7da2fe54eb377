import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'

/** Tells if a name in an address is an id. */
export function isUuid(name: string): boolean {
  return v.is(uuid, name)
}
