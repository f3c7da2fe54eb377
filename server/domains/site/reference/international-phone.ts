import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { NO_PHONE } from '@vesper/sync/vesper/api/performer-fields.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { hasCallingCode } from './countries.ts'

/**
 * A phone number in E.164. One without a calling code is dialled within `country`, ISO 3166-1 alpha-2. Refuses as `invalid`,
 * naming the field `phone`: a national number without a country or none that the country has, and a calling code that
 * the reference list does not have.
 */
export function internationalPhone(phone: string, country: string | null): string {
  if (phone.startsWith('+')) {
    if (!hasCallingCode(phone)) throw refusedPhone('Choose a country code of the list.')
    return phone
  }
  const number = country === null ? undefined : parsePhoneNumberFromString(phone, country as CountryCode)
  if (!number?.isValid()) throw refusedPhone(NO_PHONE)
  return number.number
}

function refusedPhone(message: string): Refusal {
  return new Refusal('invalid', message, [{ path: 'phone', message }])
}
