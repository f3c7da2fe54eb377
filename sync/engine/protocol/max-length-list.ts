import * as v from 'valibot'

/** A list of at most `max`, whose length is looked at before its items: a long one costs nothing more. */
export function maxLengthList<Item extends v.GenericSchema>(item: Item, max: number) {
  return v.pipe(v.array(v.unknown()), v.maxLength(max), v.array(item))
}
