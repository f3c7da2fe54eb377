import * as v from 'valibot'
import { Name, OptionalText } from './fields.ts'
import { Country, Language, Phone, Place } from './performer-fields.ts'
import { Username } from './username.ts'

/** The fields of an account that its owner edits, each by itself. Nobody else sees the place, the language and the phone. */
export const ProfileFields = v.partial(
  v.object({
    name: Name,
    username: Username,
    bio: OptionalText,
    country: v.nullable(Country),
    state: Place,
    city: Place,
    language: v.nullable(Language),
    phone: Phone,
  }),
)
