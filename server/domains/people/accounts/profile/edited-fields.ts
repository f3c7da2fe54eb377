import { isDeepStrictEqual } from 'node:util'

type Defined<Fields> = { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> }

/** The fields of `changes` that are given and differ from `base`, what the device showed before: the others were not edited. */
export function editedFields<Fields extends object>(
  changes: Fields,
  base: { [Field in keyof Fields]?: unknown } = {},
): Defined<Fields> {
  const edited = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, base[field as keyof Fields]),
  )
  return Object.fromEntries(edited) as Defined<Fields>
}
