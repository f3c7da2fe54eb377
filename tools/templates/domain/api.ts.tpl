import * as v from 'valibot'
import { Done, listOf, listQuery, storable, uuid } from './fields.ts'

export const {{Name}} = v.object({ _id: uuid, text: v.string(), createdAt: v.string() })

/** `POST /{{names}}`. */
export const New{{Name}} = v.object({
  text: v.pipe(
    v.string('Write something first.'),
    v.trim(),
    v.minLength(1, 'Write something first.'),
    v.maxLength(1000, 'Use at most 1,000 characters.'),
    storable,
  ),
})

/** `GET /{{names}}`. */
export const {{Name}}Query = listQuery(['createdAt'])
export const {{Name}}List = listOf({{Name}})

/** `DELETE /{{names}}/{id}`. */
export const {{Name}}Removed = Done

export type {{Name}} = v.InferOutput<typeof {{Name}}>
